// What a reader sees when the page can't start, can't go on, or is denied something by the browser: words,
// never a blank box.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";
import * as reader from "./reader.mjs";

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

test("where storage is forbidden everything works and nothing is remembered", async (t) => {
  const prepare = (page) =>
    page.addInitScript(() => {
      const refuse = () => { throw new DOMException("forbidden", "SecurityError"); };
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, { get: refuse });
      history.replaceState = refuse;
    });
  const { page } = await open(t, { hash: "divergence-200", prepare });
  await page.getByTestId("lang-en").click();
  await page.locator("html[lang=en]").waitFor();
  await page.getByTestId("theme").click();
  await page.getByTestId("step").click();
  assert.ok((await reader.position(page)) > 0);
  await page.waitForTimeout(400);
  await reader.ask(page, "ask-records", "Record of every write");
});

test("a program that stops in the middle of a visit says so", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "divergence-200", expectProblems: true });
  await page.evaluate(async () => {
    // Something else that changes the document, such as an extension, is as good a reason as any.
    const original = Node.prototype.insertBefore;
    Node.prototype.insertBefore = () => { throw new Error("broken"); };
    document.querySelector("[data-testid=to-end]").click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    Node.prototype.insertBefore = original;
  });
  const card = page.getByTestId("crash");
  await card.waitFor();
  assert.equal(await card.getAttribute("role"), "alert");
  assert.ok((await card.locator("h1").first().innerText()).length > 5);
  assert.ok((await card.locator("code").innerText()).length > 5, "what happened");
  await assertAccessible(page, "the card of a program that stopped");
});
