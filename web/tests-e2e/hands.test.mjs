// The whole page by keys alone and on a phone: where the focus goes, what a finger needs, what scrolls, and
// that a film which nobody sees stands still.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useBrowser } from "./browser.mjs";
import * as reader from "./reader.mjs";

const { open } = useBrowser();
const { position } = reader;

/** A run that asks the reader nothing. */
const ROUND = "divergence-200";
const PHONE = { width: 360, height: 740 };

test("by keys alone a leader is crashed, another one elected, and the first one comes back", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "free-play?gen=strict&brokers=3&rf=3&min=2" });
  const focus = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  const key = async (name) => {
    await page.keyboard.press(name);
    assert.ok(await reader.hasVisibleFocus(page), `after ${name} the focus is seen, on ${await focus()}`);
  };
  /** Chooses an entry of the menu that has the focus. */
  const choose = async (id) => {
    await page.getByTestId("menu").waitFor();
    for (let count = 0; (await reader.focused(page)) !== id; count += 1) {
      assert.ok(count < 20, `no ${id} in the menu`);
      await key("ArrowDown");
    }
    await key("Enter");
    await page.getByTestId("menu").waitFor({ state: "detached" });
  };
  const name = (id) => page.getByTestId(`broker-${id}`).getAttribute("aria-label");
  await reader.tabTo(page, "broker-0");
  const leader = [0, 1, 2][(await Promise.all([0, 1, 2].map(name))).findIndex((name) => /Leader/.test(name))];
  for (let step = 0; step < leader; step += 1) await key("ArrowDown");
  assert.equal(await reader.focused(page), `broker-${leader}`);
  await key("Enter");
  await choose("broker-crash");
  assert.equal(await reader.focused(page), `broker-${leader}`, "the focus is back on the broker");
  await key("End");
  const after = await Promise.all([0, 1, 2].map(name));
  const next = after.findIndex((name, id) => id !== leader && /Leader/.test(name));
  assert.ok(next >= 0, `a new leader: ${after}`);
  await key("Enter");
  await choose("broker-start");
  assert.equal(await reader.focused(page), `broker-${leader}`);
  // A run without a script goes on as long as somebody steps.
  for (let step = 0; step < 30 && !/ISR/.test((await name(leader)).replace(/out of|outside/gi, "-")); step += 1) await key("ArrowRight");
  await key("End");
  assert.match(await name(leader), /Follower/);
  assert.match(await page.getByTestId("stage").locator(`[data-mark="isr-${leader}-0"]`).textContent(), /ISR/);
  await key("Tab");
  await key("Shift+Tab");
  assert.equal(await reader.focused(page), `broker-${leader}`, "it is no trap");
});

test("a menu is left by Escape, by Tab and by its own entry, and the focus is where it was", async (t) => {
  const { page } = await open(t, { lang: "en", hash: ROUND });
  for (const leave of ["Escape", "Tab", "End Enter"]) {
    await page.getByTestId("broker-1").focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("menu").waitFor();
    for (const key of leave.split(" ")) await page.keyboard.press(key);
    await page.getByTestId("menu").waitFor({ state: "detached" });
    assert.equal(await reader.focused(page), "broker-1", leave);
  }
});

test("at 360 px the transport has 44 px for a finger, and everything else 24", async (t) => {
  for (const lang of ["ko", "en"]) {
    const { page } = await open(t, { lang, touch: true, hash: "kip101-loss?gen=hw", ...PHONE });
    await reader.crash(page, 0);
    await page.getByTestId("play").click();
    await page.getByTestId("to-end").click();
    await page.getByTestId("ask-records").click();
    await page.getByTestId("answer").locator("tbody tr").first().waitFor();
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    const small = await page.evaluate(() => {
      const targets = "button, select, input, textarea, summary, [role=button] > .hit, [data-mark] .touch";
      return [...document.querySelectorAll(targets)]
        .filter((target) => target.checkVisibility({ visibilityProperty: true }))
        .map((target) => {
          const { width, height } = target.getBoundingClientRect();
          const least = target.closest(".transport") ? 44 : 24;
          const name = target.dataset.testid ?? (target.textContent.slice(0, 20) || target.outerHTML.slice(0, 80));
          return { name, width, height, least };
        })
        .filter(({ width, height, least }) => height + 0.5 < least || width + 0.5 < least);
    });
    assert.deepEqual(small, [], lang);
    assert.ok((await page.locator(".transport button").count()) >= 8);
  }
});

test("at 360 px everything can be scrolled out from under the sheet", async (t) => {
  const { page } = await open(t, { lang: "ko", touch: true, hash: "kip101-loss?gen=hw", ...PHONE });
  await page.getByTestId("to-end").click();
  await page.getByTestId("ask-inspect").click();
  await page.getByTestId("answer").locator("h2").waitFor();
  const { sheet, last, lowest, high } = await page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
    const sheet = document.querySelector("[data-testid=answer]");
    const controls = [...document.querySelectorAll("#app button, #app summary, #app p")].filter(
      (element) => !sheet.contains(element) && element.checkVisibility(),
    );
    const bottoms = controls.map((element) => element.getBoundingClientRect().bottom);
    const lowest = Math.max(...bottoms);
    const last = controls[bottoms.indexOf(lowest)].textContent.slice(0, 30);
    return { sheet: sheet.getBoundingClientRect().top, last, lowest, high: innerHeight };
  });
  assert.ok(high / 2 - 1 <= sheet, `the sheet begins at ${sheet} of ${high} px`);
  assert.ok(lowest <= sheet, `${last} ends at ${lowest} px, the sheet begins at ${sheet}`);
});

test("at 360 px without an answer the page ends where its content ends", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw", ...PHONE });
  const below = await page.evaluate(() => {
    const cards = [...document.querySelectorAll(".page .card")].filter((card) => card.checkVisibility());
    const end = Math.max(...cards.map((card) => card.getBoundingClientRect().bottom));
    return document.documentElement.getBoundingClientRect().bottom - end;
  });
  assert.ok(below < 80, `${below} px of nothing`);
});

for (const width of [360, 640]) {
  test(`at ${width} px another question begins at the beginning of its answer`, async (t) => {
    const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw", ...PHONE, width });
    await page.getByTestId("ask-inspect").click();
    const answer = await reader.answered(page, "The whole cluster");
    await answer.locator(".choices button", { hasText: "Broker 1" }).last().click();
    await reader.answered(page, "Broker 1");
    const seen = () =>
      answer.locator("h2").evaluate((title) => {
        const { top, bottom } = title.getBoundingClientRect();
        return 0 <= top && bottom <= innerHeight;
      });
    for (let tries = 0; tries < 40 && !(await seen()); tries += 1) await page.waitForTimeout(50);
    assert.ok(await seen(), "its title is on the screen");
  });
}

/** Turns the wheel, or draws a finger upwards, from a point on; how far the page has moved then. */
async function scroll(page, { x, y }, way) {
  const before = await page.evaluate(() => scrollY);
  if (way === "the wheel") {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 120);
  } else {
    const devtools = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", { x, y });
    for (let move = 1; move <= 8; move += 1) await touch("touchMove", { x, y: y - move * 15 });
    await touch("touchEnd");
  }
  await page.waitForFunction((before) => scrollY > before + 60, before, { timeout: 5_000 }).catch(() => {});
  return (await page.evaluate(() => scrollY)) - before;
}

test("the wheel and a finger over the figure scroll the page", async (t) => {
  const { page } = await open(t, { lang: "en", touch: true, hash: "hw-round-trip", width: 360, height: 500 });
  const places = {
    "the picture": "[data-testid=stage]",
    "a broker": "[data-testid=broker-1]",
    "the news": "[data-testid=now]",
    "the line": "[data-testid=scrubber]",
    "the slider over the log": "[data-testid=along]",
  };
  for (const way of ["the wheel", "a finger"]) {
    for (const [name, selector] of Object.entries(places)) {
      const at = await page.evaluate((selector) => {
        const element = document.querySelector(selector);
        scrollTo(0, 0);
        const { top } = element.getBoundingClientRect();
        scrollTo(0, Math.max(0, top - 200));
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: Math.round(x + width / 3), y: Math.round(y + Math.min(height / 2, 60)) };
      }, selector);
      const scrolled = await scroll(page, at, way);
      assert.ok(scrolled > 60, `${way} over ${name} scrolls by ${scrolled} px`);
    }
  }
  assert.equal(await page.getByTestId("menu").count(), 0, "and presses nothing");
});

test("a film that plays off the screen asks for no frames, and goes on when it is seen", async (t) => {
  const prepare = (page) =>
    page.addInitScript(() => {
      globalThis.asked = 0;
      const original = globalThis.requestAnimationFrame;
      globalThis.requestAnimationFrame = (callback) => {
        globalThis.asked += 1;
        return original(callback);
      };
    });
  const { page } = await open(t, { lang: "en", hash: ROUND, motion: "no-preference", ...PHONE, prepare });
  const asked = () => page.evaluate(() => globalThis.asked);
  await page.getByTestId("play").click();
  await page.waitForFunction(() => globalThis.asked > 5);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForTimeout(200);
  const [before, at] = [await asked(), await position(page)];
  await page.waitForTimeout(600);
  assert.equal(await asked(), before, "frames asked for");
  assert.equal(await position(page), at);
  assert.equal(await page.getByTestId("play").getAttribute("aria-label"), "Pause", "it still plays");
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction((before) => globalThis.asked > before + 5, before);
});
