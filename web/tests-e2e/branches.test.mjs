// What a reader does to a run: it forks, nothing is lost, and it travels in a link.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useBrowser } from "./browser.mjs";
import * as reader from "./reader.mjs";

const { open } = useBrowser();
const { length, position, seek, shown } = reader;

/** A run that asks the reader nothing. */
const ROUND = "divergence-200";
const frames = (page, count) =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

test("acting in the past forks; both branches can be chosen, and undo comes back", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND });
  const digest = () => page.getByTestId("digest").textContent();
  const branch = (number) => page.getByTestId(`branch-${number}`);
  await seek(page, 4);
  const [original, picture, end] = [await digest(), await shown(page), await length(page)];
  assert.equal(await page.getByTestId("branches").isVisible(), false);
  await reader.crash(page, 0);
  await page.getByTestId("play").click();
  assert.equal(await page.getByTestId("branches").getByRole("listitem").count(), 2);
  assert.equal(await branch(1).getAttribute("aria-current"), "true");
  await page.getByTestId("to-end").click();
  const [other, crashed] = [await digest(), await shown(page)];
  assert.notEqual(other, original);
  await branch(0).click();
  await seek(page, 4);
  assert.deepEqual([await digest(), await length(page), await shown(page)], [original, end, picture]);
  await branch(1).click();
  await page.getByTestId("to-end").click();
  assert.deepEqual([await digest(), await shown(page)], [other, crashed], "nothing of it was lost");
  await page.getByTestId("undo").click();
  assert.equal(await digest(), original);
  assert.equal(await branch(0).getAttribute("aria-current"), "true");
  await seek(page, 4);
  assert.deepEqual(await shown(page), picture);
});

test("another language keeps time, branch, settings and answer", async (t) => {
  const { page } = await open(t, { lang: "en", hash: `${ROUND}&gen=kip320` });
  await seek(page, 3);
  await reader.crash(page, 1);
  await page.getByTestId("play").click();
  await page.getByTestId("to-end").click();
  await page.getByTestId("step-back").click();
  await reader.ask(page, "ask-records", "Record of every write");
  const facts = async () => ({
    at: await position(page),
    of: await length(page),
    digest: await page.getByTestId("digest").textContent(),
    branch: await page.getByTestId("branch-1").getAttribute("aria-current"),
    generation: await page.getByTestId("gen-kip320").getAttribute("aria-pressed"),
  });
  const before = await facts();
  await page.getByTestId("lang-ko").click();
  await page.locator("html[lang=ko]").waitFor();
  await reader.answered(page, /[가-힣]/);
  assert.deepEqual(await facts(), before);
  await page.getByTestId("lang-en").click();
  await reader.answered(page, "Record of every write");
  assert.deepEqual(await facts(), before);
});

test("the link of a run with a hundred deeds is short and leads to the same run", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=kip320" });
  await page.getByTestId("broker-0").focus();
  for (let count = 0; count < 100; count += 1) {
    await page.keyboard.press(["p", "k", "p", "s"][count % 4]);
  }
  await page.keyboard.press("Home");
  await page.waitForFunction(() => location.hash.includes("do="));
  await page.waitForTimeout(400);
  const href = page.url();
  const deeds = (/[?&]do=([^&]*)/.exec(href)?.[1] ?? "").split(";");
  assert.ok(deeds.length >= 100, `${deeds.length} deeds in ${href}`);
  assert.ok(href.length <= 1_800, `${href.length} characters`);
  const digest = await page.getByTestId("digest").textContent();
  const other = await open(t, { lang: "ko", hash: href.slice(href.indexOf("#") + 1) });
  assert.equal(await other.page.getByTestId("digest").textContent(), digest);
});

test("whatever is wrong in a link, there is a run on the page and no failure", async (t) => {
  const links = [
    "kip101-loss?do=zzz",
    "kip101-loss?do=99999999:k1;3:%ff;;:;1:",
    "kip101-loss?gen=hw&do=3:k200;4:pm1;4:pm1",
    "kip101-loss?at=99999999999999999999",
    "kip101-loss?rf=0&min=99&brokers=77&gen=none&lag=-1",
    "own-text",
    "own-text?text=%",
    "own-text?text=scenario%20x",
    "?&=&&",
    "%00%ff%F0%9F",
    "kip101-loss?".padEnd(20_000, "do=1:k1;"),
  ];
  const { page } = await open(t, { lang: "en" });
  for (const link of links) {
    await page.evaluate((link) => { location.hash = `#${link}`; }, link);
    await frames(page, 3);
    assert.equal(await page.getByTestId("crash").count(), 0, link);
    assert.ok((await page.getByTestId("stage").locator("[data-broker]").count()) > 0, link);
    await page.getByTestId("to-end").click();
    await page.getByTestId("to-start").click();
  }
  for (const link of ["own-text?text=scenario%20x", "no-such-run"]) {
    const { page } = await open(t, { lang: "en", hash: link });
    await page.getByTestId("notice").filter({ hasText: /link.*could not be read/i }).waitFor();
  }
});
