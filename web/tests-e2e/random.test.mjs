// Whatever is clicked, dragged or pressed, in whatever order: no exception, no console error, and
// the page still answers. The choices come from a fixed seed, so a failure can be repeated.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

const ACTIONS = 500;

/** A small generator of repeatable numbers (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One action inside the page: a control is chosen among those that are there and used. */
function act([first, second, third]) {
  const shown = (element) => element.getClientRects().length > 0 && !element.disabled;
  const pick = (list, number) => list[Math.floor(number * list.length)];
  const controls = [
    ...document.querySelectorAll("#app button, #app select, #app input, #app summary, #app [data-broker], #app .flag, #app .role"),
  ].filter(shown);
  // A broker's menu is a dialog: while it is open, half of the choices fall into it.
  const menu = [...document.querySelectorAll("[role=menuitem]")].filter(shown);
  const target = menu.length > 0 && third < 0.5 ? pick(menu, first) : pick(controls, first);
  if (!target) return "nothing to use";
  const name = target.dataset.testid ?? target.getAttribute("data-broker") ?? target.tagName;
  if (target instanceof HTMLSelectElement) {
    target.value = pick([...target.options], second).value;
    target.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (target instanceof HTMLInputElement && target.type === "range") {
    const ends = [target.min, target.max, String(Math.round(+target.min + second * (target.max - target.min)))];
    target.value = pick(ends, third);
    target.dispatchEvent(new Event("input", { bubbles: true }));
    target.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  return name;
}

const KEYS = [" ", "ArrowLeft", "ArrowRight", "Home", "End", "1", "2", "3", "k", "s", "p", "x", "[", "]", "Escape", "Enter"];

test(`${ACTIONS} random actions break nothing`, async (t) => {
  const { page, problems } = await open(t, { lang: "en", hash: "kip101-loss" });
  const random = generator(20_170_628);
  const done = [];
  for (let count = 0; count < ACTIONS; count += 1) {
    const numbers = [random(), random(), random()];
    if (random() < 0.15) {
      const key = KEYS[Math.floor(random() * KEYS.length)];
      await page.keyboard.press(key);
      done.push(`key ${key}`);
    } else {
      done.push(await page.evaluate(act, numbers));
    }
    assert.deepEqual(problems, [], `after ${count + 1} actions, the last ones: ${done.slice(-12).join(", ")}`);
    assert.equal(await page.getByTestId("crash").count(), 0, `crashed after ${done.slice(-12).join(", ")}`);
  }
  const kinds = new Set(done);
  assert.ok(kinds.size > 40, `only ${kinds.size} different controls were used`);
  await page.getByTestId("now").waitFor();
});
