// The library is fetched scenario by scenario: what happens when a text does not arrive, or late.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();
const TEXTS = "**/scenarios/**";

test("a scenario that does not arrive is said so, and the one on the page stays", async (t) => {
  const { page } = await open(t, { lang: "en", expectProblems: true });
  const title = await page.getByTestId("title").innerText();
  await page.route(TEXTS, (route) => route.abort());
  await page.getByTestId("scenario-picker").selectOption("acks-min-isr");
  await page.getByTestId("notice").filter({ hasText: "could not be fetched" }).waitFor();
  assert.equal(await page.getByTestId("title").innerText(), title);
  await page.unroute(TEXTS);
  await page.getByTestId("scenario-picker").selectOption("hw-round-trip");
  await page.getByTestId("title").filter({ hasText: "two rounds" }).waitFor();
  assert.equal(await page.getByTestId("notice").isVisible(), false);
});

test("a page whose scenario does not arrive starts without a script", async (t) => {
  const prepare = (page) => page.route(TEXTS, (route) => route.fulfill({ status: 404 }));
  const { page } = await open(t, { lang: "en", hash: "acks-min-isr", expectProblems: true, prepare });
  await page.getByTestId("notice").filter({ hasText: "could not be fetched" }).waitFor();
  assert.equal(await page.getByTestId("title").innerText(), "Free play");
});

test("of two scenarios asked for in a row, the later one is shown even if it comes first", async (t) => {
  const { page } = await open(t, { lang: "en" });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/acks-min-isr.hw", async (route) => {
    await held;
    await route.continue();
  });
  const picker = page.getByTestId("scenario-picker");
  await picker.selectOption("acks-min-isr");
  await picker.selectOption("hw-round-trip");
  const title = page.getByTestId("title").filter({ hasText: "two rounds" });
  await title.waitFor();
  const late = page.waitForResponse("**/acks-min-isr.hw");
  release();
  await (await late).finished();
  await page.getByTestId("step").click();
  await title.waitFor();
});

test("an unknown name in a link opens the default scenario and says so", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "no-such-scenario" });
  await page.getByTestId("notice").filter({ hasText: "could not be read" }).waitFor();
  assert.match(await page.getByTestId("title").innerText(), /KIP-101/);
});
