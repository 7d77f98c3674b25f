// The library on the page: verdicts in the document, and the same end as in a native run.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** The pinned digests, as `[slug, generation, state, events]`; a native test holds the engine to them. */
const PINNED = (await readFile(new URL("../../scenarios/digests.txt", import.meta.url), "utf8"))
  .trim()
  .split("\n")
  .map((line) => line.split(" "));

/** Waits until the digest on the page is the one pinned for a run, and returns it. */
async function digestOf(page, expected) {
  const digest = page.getByTestId("digest");
  await digest.filter({ hasText: expected }).waitFor({ state: "attached", timeout: 10_000 }).catch(() => {});
  return (await digest.textContent()).trim();
}

test("kip101-loss loses m2 under hw and says who held the last copy", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw" });
  await page.getByTestId("to-end").click();
  const verdict = page.getByTestId("verdict");
  await verdict.filter({ hasText: "m2" }).waitFor();
  const text = await verdict.innerText();
  assert.match(text, /acks=all/);
  assert.match(text, /broker 0/i);
  assert.match(text, /broker 1/i);
  await assertAccessible(page, "kip101-loss under hw, at its end");
});

test("kip101-loss loses nothing under kip101", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=kip101" });
  await page.getByTestId("to-end").click();
  const verdict = await page.getByTestId("verdict").innerText();
  assert.doesNotMatch(verdict, /m2/);
  const log = await page.getByTestId("stage").innerText().catch(() => "");
  assert.ok(log !== undefined);
  await assertAccessible(page, "kip101-loss under kip101, at its end");
});

test("changing the generation plays the same script again and says what came out differently", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw" });
  await page.getByTestId("gen-kip101").click();
  const difference = page.getByTestId("difference");
  await difference.filter({ hasText: "m2" }).waitFor();
});

test("every scenario ends under every generation as it does natively", async (t) => {
  const { page } = await open(t, { lang: "en" });
  const options = page.getByTestId("scenario-picker").locator("option");
  const offered = await options.evaluateAll((found) => found.map((option) => option.value));
  // The conformance scenarios are pinned, too, and not offered.
  const runs = PINNED.filter(([slug]) => offered.includes(slug));
  const scenarios = offered.filter((slug) => !["free-play", "own-text"].includes(slug));
  assert.equal(runs.length, scenarios.length * 6, `pinned runs of ${offered}`);
  const different = [];
  for (const [slug, generation, , expected] of runs) {
    await page.evaluate((hash) => { location.hash = hash; }, `${slug}?gen=${generation}`);
    const found = await digestOf(page, expected);
    if (found !== expected) different.push(`${slug} ${generation}: ${found}, natively ${expected}`);
  }
  assert.deepEqual(different, []);
});
