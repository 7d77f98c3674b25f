// What a reader sees when the page can't start: words, never a blank box.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** Opens the page so that requests for `pattern` fail, and waits for the failure card. */
async function openWithout(t, pattern) {
  const prepare = (page) => page.route(pattern, (route) => route.abort());
  const { page } = await open(t, { started: false, expectProblems: true, prepare });
  const card = page.getByTestId("boot-failed");
  await card.waitFor();
  return { page, card };
}

test("a module that does not arrive is said so in both languages", async (t) => {
  const { page, card } = await openWithout(t, "**/*.wasm");
  const alert = await card.getByRole("alert").innerText();
  assert.match(alert, /시작하지 못했습니다/);
  assert.match(alert, /could not start/);
  await assertAccessible(page, "the failure card");
});

test("a script that does not arrive is said so", async (t) => {
  const { card } = await openWithout(t, "**/*.js");
  assert.match(await card.innerText(), /could not start/);
});

test("a browser without WebAssembly is told which one works", async (t) => {
  const prepare = (page) => page.addInitScript(() => delete globalThis.WebAssembly);
  const { page } = await open(t, { started: false, expectProblems: true, prepare });
  const card = page.getByTestId("boot-failed");
  await card.waitFor();
  assert.match(await card.innerText(), /no WebAssembly/);
});

test("the card's button loads the page again", async (t) => {
  const { page, card } = await openWithout(t, "**/*.wasm");
  await page.unroute("**/*.wasm");
  await card.getByRole("button").click();
  await page.waitForSelector("#app:not(:has(.boot)) > *");
});

test("without JavaScript the page says what it needs", async (t) => {
  const { page } = await open(t, { javaScript: false, started: false, expectProblems: true });
  const text = await page.locator("noscript").innerText();
  assert.match(text, /JavaScript and WebAssembly/);
});
