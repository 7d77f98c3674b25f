// The picture under a reader's hands: moving along a log that is longer than the stage, and pressing
// what is small.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** Opens the page and waits until the stage has the width of its place. */
async function settled(t, options) {
  const opened = await open(t, options);
  await opened.page.evaluate(() =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await opened.page.waitForFunction(() => {
    const [frame, drawing] = [".stage-frame", ".drawing"].map((name) => document.querySelector(name).clientWidth);
    return frame - drawing <= 1;
  });
  return opened;
}

/** The numbers on the axis. */
const offsets = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-testid=stage] .axis-part .m")]
      .map((text) => text.textContent)
      .filter((text) => /^\d+$/.test(text))
      .map(Number));

test("a reader moves along a long log by the keyboard, and back to its ends", async (t) => {
  const { page } = await settled(t, { lang: "en", hash: "hw-round-trip" });
  const ends = await offsets(page);
  // Before anything is written both places where the run will end something are there.
  assert.ok(ends.includes(100) && ends.includes(200), `${ends}`);
  assert.ok(!ends.includes(50), `${ends}`);
  const slider = page.getByTestId("along");
  await slider.focus();
  await page.keyboard.press("Home");
  assert.ok((await offsets(page)).includes(0));
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("PageUp");
  const middle = await offsets(page);
  assert.ok(!middle.includes(0) && !middle.includes(200), `${middle}`);
  await assertAccessible(page, "a part of a log that the reader chose");
  // The film goes on where the reader looks.
  await page.getByTestId("step").click();
  assert.deepEqual(await offsets(page), middle);
  await page.getByTestId("along-ends").click();
  assert.deepEqual(await offsets(page), ends);
  await page.getByTestId("along-ends").waitFor({ state: "hidden" });
});

test("the axis stands still while a run is played", async (t) => {
  const { page } = await settled(t, { lang: "en", hash: "uncommitted-tail" });
  const before = await offsets(page);
  const positions = Number(await page.getByTestId("scrubber").getAttribute("max"));
  for (const share of [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1]) {
    await page.getByTestId("scrubber").fill(String(Math.round(positions * share)));
    assert.deepEqual(await offsets(page), before, `at ${share}`);
  }
});

for (const width of [360, 640, 1280]) {
  test(`at ${width} px flags are large enough to be pressed`, async (t) => {
    const { page } = await settled(t, { lang: "ko", width, hash: "kip101-loss?gen=kip101" });
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("[data-testid=stage] .flag .touch")].map((area) => {
        const { width, height } = area.getBoundingClientRect();
        return [width, height];
      }));
    assert.equal(sizes.length, 4, "two flags on each of two brokers");
    for (const [wide, high] of sizes) assert.ok(24 <= wide && 24 <= high, `${wide} x ${high}`);
  });
}

test("marks on the line tell elections, cuts and losses apart", async (t) => {
  const { page } = await open(t, { hash: "kip101-loss?gen=hw" });
  const count = (marks) => page.locator(`.ticks ${marks}`).count();
  assert.deepEqual([await count(".peak:not(.alarm)"), await count(".cut"), await count(".alarm")], [1, 2, 1]);
  await page.getByTestId("gen-kip101").click();
  await page.locator(".ticks .alarm").waitFor({ state: "detached" });
  // The election, and the high watermark that the new leader goes back to.
  assert.deepEqual([await count(".peak"), await count(".cut")], [2, 0]);
});
