// Time under a reader's hands: every control by mouse, touch and keys, and what a screen reader hears and
// a reader sees who asked for less motion.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useBrowser } from "./browser.mjs";
import * as reader from "./reader.mjs";

const { open } = useBrowser();
const { length, position, shown } = reader;

/** A run that asks the reader nothing. */
const ROUND = "divergence-200";
const PHONE = { width: 360, height: 740 };

const isPlaying = (page) => page.getByTestId("play").and(page.getByLabel("Pause")).isVisible();

/** Uses every control of time once; `use` presses the one with this name. */
async function useControls(page, use) {
  const end = await length(page);
  assert.equal(await position(page), 0);
  await use("step");
  const first = await position(page);
  assert.ok(0 < first && first < end, `a step leads to ${first}`);
  await use("step");
  assert.ok((await position(page)) > first);
  await use("step-back");
  assert.equal(await position(page), first);
  await use("to-end");
  assert.equal(await position(page), end);
  await use("to-start");
  assert.equal(await position(page), 0);
  await use("play");
  assert.ok(await isPlaying(page), "it plays");
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=scrubber]").value) > 0);
  await use("play");
  assert.equal(await isPlaying(page), false, "it stands");
}

const speed = (page) => page.getByTestId("speed").evaluate((select) => select.selectedOptions[0].text);

for (const touch of [false, true]) {
  test(`every control of time works by ${touch ? "touch" : "mouse"}`, async (t) => {
    const size = touch ? PHONE : {};
    const { page } = await open(t, { lang: "en", hash: ROUND, motion: "no-preference", touch, ...size });
    const press = (target) => (touch ? target.tap() : target.click());
    await useControls(page, (id) => press(page.getByTestId(id)));
    assert.equal(await speed(page), "1×");
    await page.getByTestId("speed").selectOption({ label: "4×" });
    assert.equal(await speed(page), "4×");
    for (const mode of ["mode-event", "mode-round", "mode-meaning"]) {
      await press(page.getByTestId(mode));
      assert.equal(await page.getByTestId(mode).getAttribute("aria-pressed"), "true");
      await page.getByTestId("to-start").click();
      await page.getByTestId("step").click();
      assert.ok((await position(page)) > 0, mode);
    }
    const line = page.getByTestId("scrubber");
    await line.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await line.boundingBox();
    const [middle, centre] = [x + width / 2, y + height / 2];
    await (touch ? page.touchscreen.tap(middle, centre) : page.mouse.click(middle, centre));
    const share = (await position(page)) / (await length(page));
    assert.ok(0.4 < share && share < 0.6, `the middle of the line is ${share} of the run`);
    if (touch) return;
    await page.mouse.move(middle, centre);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.9, centre, { steps: 4 });
    await page.mouse.up();
    assert.ok((await position(page)) > 0.8 * (await length(page)), "the line can be dragged");
  });
}

test("every control of time works by keys", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND, motion: "no-preference" });
  await page.getByTestId("play").focus();
  const keys = { step: "ArrowRight", "step-back": "ArrowLeft", "to-end": "End", "to-start": "Home", play: "Space" };
  await useControls(page, (id) => page.keyboard.press(keys[id]));
  const before = await speed(page);
  await page.keyboard.press("]");
  assert.equal(await speed(page), "2×");
  await page.keyboard.press("[");
  assert.equal(await speed(page), before);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await position(page), 1, "with Shift it is a single event");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await position(page), 0);
  await page.getByTestId("scrubber").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await position(page), 2);
  await page.keyboard.press("End");
  assert.equal(await position(page), await length(page));
  // Keys belong to the page only while the focus is there.
  await page.evaluate(() => document.activeElement.blur());
  const here = await position(page);
  await page.keyboard.press("Home");
  assert.equal(await position(page), here);
});

test("as many steps back as forwards show what was there, under the same digest", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=kip101" });
  const digest = () => page.getByTestId("digest").textContent();
  const [before, seen, at] = [await digest(), [], []];
  await page.getByTestId("mode-event").click();
  while ((await position(page)) < (await length(page))) {
    at.push(await position(page));
    seen.push(await shown(page));
    await page.getByTestId("step").click();
  }
  assert.ok(seen.length > 20);
  while (seen.length > 0) {
    await page.getByTestId("step-back").click();
    assert.equal(await position(page), at.pop());
    assert.deepEqual(await shown(page), seen.pop(), `at ${await position(page)}`);
  }
  assert.equal(await digest(), before);
});

/** Notes when the live region says something new, in ms. */
const listen = (page) =>
  page.evaluate(() => {
    globalThis.said = [];
    const live = document.querySelector("[data-testid=live]");
    new MutationObserver(() => globalThis.said.push([performance.now(), live.textContent])).observe(live, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });

/** Fails when something was said too soon after what was said before. */
async function assertUnhurried(page) {
  const said = await page.evaluate(() => globalThis.said);
  for (let index = 1; index < said.length; index += 1) {
    const gap = said[index][0] - said[index - 1][0];
    // A frame that was drawn late makes the gap after it look shorter.
    assert.ok(gap > 1_200, `${Math.round(gap)} ms before "${said[index][1]}"`);
  }
  return said;
}

test("while a film plays a screen reader is told something at most every second and a half", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND, motion: "no-preference" });
  await listen(page);
  await page.getByTestId("play").click();
  await page.waitForFunction(() => globalThis.said.length >= 4, undefined, { timeout: 60_000 });
  await assertUnhurried(page);
});

test("who steps quickly is told where that has led to, and not each step", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND });
  await listen(page);
  await page.getByTestId("play").focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowRight");
  const news = await page.getByTestId("now").locator(".what").innerText();
  await page.getByTestId("live").filter({ hasText: news }).waitFor({ state: "attached" });
  const said = await assertUnhurried(page);
  assert.ok(said.length < 6, `${said.length} messages`);
});

test("while a film plays fast a screen reader is told nothing, and when it stands, where", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND, motion: "no-preference" });
  await page.getByTestId("speed").selectOption({ label: "2×" });
  await listen(page);
  await page.getByTestId("play").click();
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=scrubber]").value) > 3);
  assert.ok(await isPlaying(page));
  assert.deepEqual(await page.evaluate(() => globalThis.said), []);
  await page.getByTestId("play").click();
  await page.waitForFunction(() => globalThis.said.length > 0);
  const news = await page.getByTestId("now").locator(".what").innerText();
  assert.ok((await page.getByTestId("live").textContent()).includes(news));
});

/**
 * Plays for a while: at which positions something moved though the film stood there, and how often a flag
 * stood elsewhere at the next position. Ends when `enough` of either has been seen.
 */
function movements(page, { ms, enough }) {
  return page.evaluate(async ({ ms, enough }) => {
    const moved = [];
    let [position, places, flags, jumps] = ["", "", "", 0];
    const began = performance.now();
    const boxes = (selector) =>
      [...document.querySelectorAll(`[data-testid=stage] ${selector}`)]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join(" ");
        })
        .join("\n");
    while (performance.now() - began < ms && moved.length < enough && jumps < enough) {
      await new Promise(requestAnimationFrame);
      const now = document.querySelector("[data-testid=scrubber]").value;
      const [found, foundFlags] = [boxes("*"), boxes(".flag")];
      if (now === position && found !== places) moved.push(now);
      if (now !== position && foundFlags !== flags) jumps += 1;
      [position, places, flags] = [now, found, foundFlags];
    }
    // What has jumped last would still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (jumps >= enough && boxes("*") !== places) moved.push(position);
    return { moved, jumps };
  }, { ms, enough });
}

test("with reduced motion a film goes from stop to stop and nothing moves between", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND, motion: "reduce" });
  await page.getByTestId("play").click();
  const { moved, jumps } = await movements(page, { ms: 20_000, enough: 3 });
  assert.deepEqual(moved, []);
  assert.equal(jumps, 3, "flags that stood elsewhere at the next stop");
});

test("without that wish messages travel between two stops", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND, motion: "no-preference" });
  await page.getByTestId("play").click();
  const { moved } = await movements(page, { ms: 20_000, enough: 3 });
  assert.ok(moved.length > 0);
});
