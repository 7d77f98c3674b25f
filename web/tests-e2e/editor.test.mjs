// The reader's own text: mistakes are shown with their place, and the rest of the page lives on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

const GOOD = `scenario mine
cluster brokers=2 generation=hw
topic t partitions=1 rf=2 min.insync.replicas=1
produce x
until acked x
expect kept x
`;

async function write(page, text) {
  await page.locator("[data-testid=editor-card] summary").click();
  await page.getByTestId("editor").fill(text);
}

test("a mistake is shown with its line, its column and what would be right", async (t) => {
  const { page } = await open(t, { lang: "en" });
  await write(page, GOOD.replace("until acked", "untill acked"));
  const errors = page.getByTestId("editor-errors");
  await errors.locator(".fate-row").first().waitFor();
  const text = await errors.innerText();
  assert.match(text, /5/, "the line");
  assert.match(text, /untill/);
  assert.match(text, /until\b/);
  assert.ok(await page.getByTestId("run-text").isDisabled(), "what can't be read can't be played");
  await assertAccessible(page, "the page with a mistake in the editor");
  // The rest of the page is alive.
  await page.getByTestId("to-end").click();
  await page.getByTestId("step-back").click();
  await page.getByTestId("now").waitFor();
});

test("a mended text is played", async (t) => {
  const { page } = await open(t, { lang: "en" });
  await write(page, GOOD);
  await page.getByTestId("run-text").click();
  await page.getByTestId("to-end").click();
  assert.equal(await page.getByTestId("editor-errors").locator(".fate-row").count(), 0);
  await page.getByTestId("stage").filter({ hasText: "x" }).waitFor();
});
