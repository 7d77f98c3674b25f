// "Break it": the explorer answers in a worker, its schedule plays, and the page stays usable.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** Asks and waits for the answer. */
async function ask(page) {
  await page.getByTestId("hunt").click();
  const answer = page.getByTestId("hunt-answer");
  await answer.locator("h3").waitFor({ timeout: 60_000 });
  return answer;
}

test("under hw two faults lose an acknowledged record, and the schedule plays to the same verdict", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw" });
  const answer = await ask(page);
  assert.match(await answer.innerText(), /2 faults are enough|One fault is enough/);
  assert.ok((await answer.locator("li.fault").count()) > 0);
  await assertAccessible(page, "a schedule that was found");
  await page.getByTestId("hunt-play").click();
  await page.getByTestId("to-end").click();
  await page.locator("[data-testid=verdict][data-broken=true]").waitFor();
  assert.ok((await answer.locator("li").count()) > 0, "what was found stays beside what plays");
});

test("what can't happen within the budget comes with what is taken for granted", async (t) => {
  const { page } = await open(t, { lang: "ko", hash: "kip101-loss?gen=kip320&rf=2" });
  await page.getByTestId("hunt-faults").selectOption("1");
  const answer = await ask(page);
  assert.match(await answer.innerText(), /일어나지 않습니다/);
  assert.ok((await answer.locator("details li").count()) > 5);
});

test("a search is given up at once, and another setting forgets what was found", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "acks-min-isr?gen=elr&rf=5&brokers=5" });
  await page.getByTestId("hunt-faults").selectOption("4");
  await page.getByTestId("hunt").click();
  await page.getByTestId("hunt-progress").filter({ hasText: "states" }).waitFor();
  await page.getByTestId("hunt").filter({ hasText: "Cancel" }).click();
  await page.getByTestId("hunt").filter({ hasText: "Search" }).waitFor();
  assert.equal(await page.getByTestId("hunt-progress").isVisible(), false);
  await page.getByTestId("gen-hw").click();
  await ask(page);
  await page.getByTestId("gen-kip101").click();
  assert.equal(await page.getByTestId("hunt-answer").locator("h3").count(), 0);
});

test("without workers the search runs in the page, in slices", async (t) => {
  const prepare = (page) => page.addInitScript(() => delete globalThis.Worker);
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw", prepare });
  const answer = await ask(page);
  assert.match(await answer.innerText(), /enough/);
});

test("an explorer that does not arrive is said so", async (t) => {
  const prepare = (page) => page.route("**/explorer*", (route) => route.abort());
  const { page } = await open(t, { lang: "en", expectProblems: true, prepare });
  const answer = await ask(page);
  assert.match(await answer.innerText(), /can't be explored/);
});

test("a cell of the safety map takes its settings over and finds what it says", async (t) => {
  const { page } = await open(t, { lang: "en" });
  await page.getByTestId("ask-map").click();
  const table = page.getByTestId("answer").locator("table");
  await table.waitFor();
  await assertAccessible(page, "the safety map");
  assert.equal(await table.locator("tbody button").count(), 144);
  const figure = "the same, if every disk keeps what it was given";
  await page.getByTestId("answer").getByRole("button", { name: figure }).click();
  await table.locator("caption", { hasText: figure }).waitFor();
  const row = table.locator("tr", { hasText: /acks=all · rf 3 · min 2$|acks=all · rf 3 · min 2(?! · unclean)/ }).first();
  const cell = row.locator("button").nth(0);
  assert.equal(await cell.innerText(), "2", "before KIP-101 two faults lose a record though every disk keeps what it has");
  await cell.click();
  const answer = page.getByTestId("hunt-answer");
  await answer.locator("h3").waitFor({ timeout: 60_000 });
  assert.match(await answer.innerText(), /^2 faults are enough/);
  assert.equal(await page.locator("[data-testid=gen-hw][aria-pressed=true]").count(), 1);
});

test("the lab shows what a guard is there for", async (t) => {
  const { page } = await open(t, { lang: "ko" });
  await page.getByTestId("ask-lab").click();
  const answer = page.getByTestId("hunt-answer");
  await page.locator("[data-hunt='guard divergence-check off']").click();
  await answer.locator("li.fault").first().waitFor({ timeout: 60_000 });
  await page.locator("[data-hunt='guard divergence-check on']").click();
  await answer.filter({ hasText: "일어나지 않습니다" }).waitFor({ timeout: 60_000 });
  await assertAccessible(page, "the lab");
});

test("on a narrow screen the map and the lab don't make the page scroll sideways", async (t) => {
  const { page } = await open(t, { lang: "en", width: 360, height: 740 });
  await ask(page);
  for (const question of ["ask-map", "ask-lab"]) {
    await page.getByTestId(question).click();
    await page.getByTestId("answer").locator("table").waitFor();
    await page.waitForTimeout(100);
  }
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(widths[0] <= widths[1], `${widths[0]} px of content on ${widths[1]} px`);
  await assertAccessible(page, "map and lab on a narrow screen");
});

test("a schedule that was found travels in a link", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw" });
  await ask(page);
  await page.getByTestId("hunt-play").click();
  const title = await page.getByTestId("title").innerText();
  await page.waitForFunction(() => location.hash.startsWith("#own-text?text="));
  const hash = await page.evaluate(() => location.hash.slice(1));
  const other = await open(t, { lang: "en", hash });
  assert.equal(await other.page.getByTestId("title").innerText(), title);
  await other.page.getByTestId("to-end").click();
  await other.page.locator("[data-testid=verdict][data-broken=true]").waitFor();
});

test("a link with a text that is no scenario puts it into the editor, with what is wrong", async (t) => {
  const text = encodeURIComponent("scenario x\ncluster brokerz=2\n");
  const { page } = await open(t, { lang: "en", hash: `own-text?text=${text}` });
  await page.getByTestId("notice").filter({ hasText: "could not be read" }).waitFor();
  assert.match(await page.getByTestId("editor").inputValue(), /brokerz/);
  await page.getByTestId("editor-errors").filter({ hasText: "brokers" }).waitFor({ state: "attached" });
  assert.equal(await page.getByTestId("title").innerText(), "Free play");
});

test("a limit that is hit is said so, and is no certificate", async (t) => {
  // An explorer that comes to its limit at once: the real one takes seconds to see so many states.
  const body = `
    const figures = "generated 9\\ndistinct 7\\nfaults 1\\ndepth 2\\nfrontier 3\\nbytes 4\\n";
    onmessage = ({ data }) => {
      const word = data.split(/[ \\n]/)[0];
      const reply = { start: "working\\n" + figures, run: "limit-hit states\\n" + figures };
      postMessage(reply[word] ?? "limit-hit states\\n");
    };`;
  const answer = { body, contentType: "text/javascript" };
  const prepare = (page) => page.route("**/worker.js?explorer", (route) => route.fulfill(answer));
  const { page } = await open(t, { lang: "en", prepare });
  const said = await (await ask(page)).innerText();
  assert.match(said, /A limit \(states\) was hit first/);
  assert.match(said, /7 states/);
  assert.doesNotMatch(said, /Not with up to/);
});
