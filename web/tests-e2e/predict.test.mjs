// What the script asks before it goes on: the film waits, the reader answers, and what comes about says
// whether that was right.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";
import * as reader from "./reader.mjs";

const { open } = useBrowser();
const { position, stepUntil } = reader;

const LOSS = "kip101-loss?gen=hw";

/** The question that stands on the page. */
const question = (page) => page.locator("[data-testid=predict].open");
const isAsked = (page) => () => question(page).isVisible();

/** Steps to the next question. */
async function toQuestion(page, text) {
  await stepUntil(page, () => question(page).filter({ hasText: text }).isVisible(), text);
}

/** Stops the film, which goes on by itself after an answer. */
async function pause(page) {
  await page.getByTestId("play").click();
  await page.getByTestId("play").and(page.getByLabel("Play")).waitFor();
}

/** Steps until it is seen what came of the answer. */
async function toReveal(page, mark) {
  const shown = page.getByTestId("predict").locator(".mark").filter({ hasText: mark });
  await stepUntil(page, () => shown.isVisible(), `the answer was ${mark}`);
}

const score = (page) => page.getByTestId("predict").locator("p.hint").innerText();

test("a film that plays stops at a question and waits for the reader", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  await page.getByTestId("play").click();
  await question(page).waitFor();
  const asked = await position(page);
  assert.ok(asked < (await reader.length(page)));
  await page.getByTestId("play").and(page.getByLabel("Play")).waitFor();
  // Reduced motion goes on after 1.2 s, if at all.
  await page.waitForTimeout(1_500);
  assert.equal(await position(page), asked);
  assert.match(await page.getByTestId("predict").innerText(), /high watermark of broker 0/);
  await assertAccessible(page, "a question", "[data-testid=figure]");
});

test("right and wrong are said when it comes about, not before, and counted", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  await toQuestion(page, "high watermark of broker 0");
  await page.getByTestId("predict").getByRole("button", { name: "1", exact: true }).click();
  await pause(page);
  const card = page.getByTestId("predict");
  assert.equal(await card.locator(".mark").innerText(), "…");
  assert.equal(await card.locator("p.hint").isVisible(), false, "nothing is counted yet");
  await toReveal(page, "✓");
  assert.match(await score(page), /1.*1/);
  await toQuestion(page, "m2 be lost");
  await card.getByRole("button", { name: "not lost", exact: true }).click();
  await pause(page);
  await toReveal(page, "✗");
  assert.match(await card.locator(".question").innerText(), /\blost\b/, "what came about instead");
  assert.match(await score(page), /1.*2/);
  // Going back and forth counts nothing twice.
  await page.getByTestId("to-start").click();
  await page.getByTestId("to-end").click();
  assert.match(await score(page), /1.*2/);
});

for (const touch of [false, true]) {
  test(`${touch ? "touching" : "clicking"} a broker in the picture answers who will lead`, async (t) => {
    const size = touch ? { width: 360, height: 740 } : {};
    const { page } = await open(t, { lang: "en", hash: "clean-failover", touch, ...size });
    await toQuestion(page, /\S/);
    const broker = page.getByTestId("broker-2");
    // Where there is nothing but the broker itself.
    const at = { position: { x: 6, y: 6 } };
    await (touch ? broker.tap(at) : broker.click(at));
    await page.getByTestId("predict").locator(".mark").filter({ hasText: "…" }).waitFor();
    assert.equal(await page.getByTestId("menu").count(), 0, "no menu opens");
    await pause(page);
    await toReveal(page, "✓");
    assert.match(await score(page), /1.*1/);
  });
}

test("where there are many answers a slider gives one, which the keyboard moves, too", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "hw-round-trip" });
  await toQuestion(page, "high watermark");
  const slider = page.getByTestId("predict-slider");
  const given = page.getByTestId("predict").locator("output");
  await slider.fill("101");
  assert.equal(await given.innerText(), "101");
  await slider.focus();
  const before = await position(page);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await given.innerText(), "100");
  assert.equal(await position(page), before, "the arrow belongs to the slider");
  await page.getByTestId("predict-this").click();
  await pause(page);
  await toReveal(page, "✓");
});

test("a question can be skipped, and then it is not counted", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  await toQuestion(page, "high watermark of broker 0");
  await page.getByTestId("predict-skip").click();
  assert.equal(await question(page).isVisible(), false);
  await toQuestion(page, "m2 be lost");
  assert.equal(await page.getByTestId("predict").locator("p.hint").isVisible(), false);
});

test("under other rules everything is asked anew, and the score stays", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  await toQuestion(page, "high watermark of broker 0");
  await page.getByTestId("predict").getByRole("button", { name: "1", exact: true }).click();
  await pause(page);
  await toReveal(page, "✓");
  await page.getByTestId("gen-kip101").click();
  await page.getByTestId("to-start").click();
  await toQuestion(page, "high watermark of broker 0");
  assert.ok(await isAsked(page)());
  assert.match(await score(page), /1.*1/);
});

test("by keyboard alone a question is reached and answered, and the focus stays on the page", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  await reader.tabTo(page, "play");
  while (!(await question(page).isVisible())) await page.keyboard.press("ArrowRight");
  await reader.tabTo(page, "predict-1");
  assert.ok(await reader.hasVisibleFocus(page));
  await page.keyboard.press("Enter");
  await page.getByTestId("predict").locator(".mark").filter({ hasText: "…" }).waitFor();
  assert.notEqual(await reader.focused(page), "BODY", "what had the focus has gone");
  const before = await position(page);
  await page.keyboard.press("ArrowRight");
  assert.ok((await position(page)) > before, "the keys still work");
  await toReveal(page, "✓");
});
