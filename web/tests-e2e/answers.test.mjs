// Questions about a moment, as a reader asks them: by pressing what is to be explained, by buttons, by
// keys and by touch. What the answers say is tested where they are made.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";
import * as reader from "./reader.mjs";

const { open } = useBrowser();
const { answered, ask, place, position, stepUntil } = reader;

const LOSS = "kip101-loss?gen=hw";
const SAFE = "free-play?gen=strict&brokers=3&rf=3&min=2";

/** Steps until the page's news has this text. */
const toNews = (page, text) =>
  stepUntil(page, () => page.getByTestId("now").filter({ hasText: text }).isVisible(), `news of ${text}`);

/** Opens the run in which m2 is lost, at the moment at which only its leader is left to lose it. */
async function openInDanger(t, options = {}) {
  const { page } = await open(t, { lang: "en", hash: LOSS, ...options });
  await toNews(page, "cut m2");
  return page;
}

/** The steps of a chain. */
const chain = (page) => page.getByTestId("answer").locator("ol.chain > li");

test("at every stop the Why button opens one to six timed sentences, with a rule unless the script did it", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  const end = await reader.length(page);
  let ruled = 0;
  while ((await position(page)) < end) {
    await page.getByTestId("step").click();
    const at = `at position ${await position(page)}`;
    const what = await page.getByTestId("now").locator(".what").innerText();
    await page.getByTestId("why").click();
    await chain(page).first().filter({ hasText: what }).waitFor();
    const count = await chain(page).count();
    assert.ok(count >= 1 && count <= 6, `${count} sentences ${at}`);
    assert.equal(await chain(page).locator(".what [data-seek]").count(), count, at);
    const rules = await chain(page).locator(".rule").allInnerTexts();
    const isCommand = count === 1 && /process (died|started)/.test(what);
    assert.ok(isCommand || rules.length > 0, `no rule ${at}: ${what}`);
    // Most rules have a release that brought them.
    ruled += rules.some((rule) => /KIP-\d|Kafka \d|ZooKeeper/.test(rule)) ? 1 : 0;
    await page.getByTestId("answer-close").click();
  }
  assert.ok(ruled > 10, `only ${ruled} chains with a rule`);
});

for (const touch of [false, true]) {
  const way = touch ? "by touch at 360 px" : "by mouse";
  test(`${way} flags, records, roles and memberships in the picture ask about themselves`, async (t) => {
    const size = touch ? { width: 360, height: 740 } : {};
    const { page } = await open(t, { lang: "en", hash: `${LOSS}&at=2`, touch, ...size });
    const press = (target) => (touch ? target.tap() : target.click());
    for (const [mark, heading] of [
      ["hw-1-0", "Why broker 1's HW is 1"],
      ["rec-0-0-1", "Record of m1"],
      ["epoch-1-0", "Why broker 1 leads in epoch 5"],
      ["leo-0-0", "broker 0's LEO is 1"],
      ["isr-0-0", /broker 0.*ISR/],
      ["rec-0-1-1", "Record of m2"],
    ]) {
      // The middle of a group can lie beside its shapes.
      const group = place(page, mark);
      const drawn = mark.startsWith("isr") ? group.locator("text").first() : group;
      await press(drawn);
      await answered(page, heading);
      assert.equal(await page.getByTestId("menu").count(), 0, `${mark} opens no menu`);
      await press(page.getByTestId("answer-close"));
    }
  });
}

test("a time in a chain leads to that time", async (t) => {
  const page = await openInDanger(t);
  await page.getByTestId("why").click();
  const times = chain(page).locator("[data-seek]");
  const last = times.last();
  const [here, there] = [await position(page), Number(await last.getAttribute("data-seek"))];
  assert.ok(there < here, `${there} is before ${here}`);
  await last.click();
  assert.equal(await position(page), there);
});

test("an answer follows the film, forwards and backwards", async (t) => {
  const { page } = await open(t, { lang: "en", hash: `${LOSS}&at=2` });
  await place(page, "hw-1-0").click();
  await answered(page, "Why broker 1's HW is 1");
  await toNews(page, "HW rose from 1 to 2");
  await answered(page, "Why broker 1's HW is 2");
  await page.getByTestId("to-start").click();
  await answered(page, "Why broker 1's HW is 1");
});

test("an answer is closed by its button, by Escape, and by its own question", async (t) => {
  const { page } = await open(t, { lang: "en", hash: `${LOSS}&at=2` });
  const answer = page.getByTestId("answer");
  assert.equal(await answer.isVisible(), false);
  const ways = [
    () => page.getByTestId("answer-close").click(),
    () => page.keyboard.press("Escape"),
    () => page.getByTestId("ask-records").click(),
  ];
  for (const close of ways) {
    await ask(page, "ask-records", "Record of every write");
    assert.equal(await page.getByTestId("ask-records").getAttribute("aria-pressed"), "true");
    await close();
    await answer.waitFor({ state: "hidden" });
    assert.equal(await page.getByTestId("ask-records").getAttribute("aria-pressed"), "false");
  }
});

test("by keyboard an answer is found, read and left without losing the focus", async (t) => {
  const { page } = await open(t, { lang: "en", hash: `${LOSS}&at=2` });
  await reader.tabTo(page, "why");
  assert.ok(await reader.hasVisibleFocus(page));
  await page.keyboard.press("Enter");
  const answer = await answered(page, "Why it happened");
  assert.equal(await answer.evaluate((element) => element.tagName), "SECTION");
  assert.ok(await answer.getAttribute("aria-label"), "a region with a name");
  // From the question on, Tab leads into the answer.
  await reader.tabTo(page, "answer-close");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.closest("[data-testid=answer] .answered")));
  assert.ok(await reader.hasVisibleFocus(page));
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await answer.waitFor({ state: "hidden" });
  assert.notEqual(await reader.focused(page), "BODY", "the focus after closing by the button");
  await reader.tabTo(page, "why");
  await page.keyboard.press("Enter");
  await answered(page, "Why it happened");
  await reader.tabTo(page, "answer-close");
  await page.keyboard.press("Escape");
  await answer.waitFor({ state: "hidden" });
  assert.notEqual(await reader.focused(page), "BODY", "the focus after closing by Escape");
});

test("a number and its place in the picture light each other up, by pointer and by focus", async (t) => {
  const { page } = await open(t, { lang: "en", hash: `${LOSS}&at=2` });
  await ask(page, "ask-inspect", "The whole cluster");
  const number = (mark) => page.getByTestId("answer").locator(`[data-mark="${mark}"]`).first();
  // The page may still scroll, and other things come to lie under the pointer that rests: what is asked is
  // what it comes to.
  const isLit = async (target, expected = true) => {
    const found = () => target.evaluate((element) => element.classList.contains("lit"));
    for (let tries = 0; tries < 40 && (await found()) !== expected; tries += 1) await page.waitForTimeout(50);
    return found();
  };
  for (const mark of ["leo-1-0", "hw-0-0", "epoch-1-0", "isr-0-0", "broker-1"]) {
    const [inside, outside] = [place(page, mark), number(mark)];
    await outside.hover();
    assert.ok(await isLit(inside), `${mark} in the picture, when its number is pointed at`);
    await page.getByTestId("title").hover();
    assert.equal(await isLit(inside, false), false, `${mark}, when the pointer has left`);
    await outside.focus();
    assert.ok(await isLit(inside), `${mark} in the picture, when its number has the focus`);
    await page.getByTestId("play").focus();
    assert.equal(await isLit(inside, false), false, `${mark}, when the focus has left`);
    const lights = await inside.evaluate((element, other) => {
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      return other.classList.contains("lit");
    }, await outside.elementHandle());
    assert.ok(lights, `the number of ${mark}, when the picture is pointed at`);
  }
  await page.getByTestId("broker-0").focus();
  assert.ok(await isLit(number("broker-0")), "the number of a broker that has the focus");
});

test("from all records to one: who lost it and who held the last copy are told apart", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  await page.getByTestId("to-end").click();
  const records = await ask(page, "ask-records", "Record of every write");
  assert.equal(await records.locator("tbody tr").count(), 2);
  await records.getByRole("button", { name: "m2", exact: true }).click();
  await answered(page, "Record of m2");
  const rows = Object.fromEntries(
    await page.getByTestId("answer").locator(".fate-row").evaluateAll((rows) =>
      rows.map((row) => [row.querySelector("dt").textContent, row.querySelector("dd").textContent]),
    ),
  );
  assert.match(rows["Who lost it"] ?? "", /[Bb]roker 0/);
  assert.match(rows["Last copy"] ?? "", /[Bb]roker 1/, JSON.stringify(rows));
  assert.equal(await page.getByTestId("answer").locator("table tbody tr").count(), 2, "one row for each broker");
});

test("two to four columns stand side by side, each with its verdict, and follow the film", async (t) => {
  const { page } = await open(t, { lang: "en", hash: LOSS });
  await page.getByTestId("to-end").click();
  const answer = await ask(page, "ask-compare", "Side by side");
  const columns = answer.locator("figure.column");
  const choose = async (question, count) => {
    await answer.locator(`[data-ask="${question}"]`).click();
    await columns.nth(count - 1).waitFor();
    await page.waitForFunction((count) => document.querySelectorAll("figure.column").length === count, count);
  };
  for (const [question, count] of [
    ["compare kip320,strict,elr", 3],
    ["compare hw,kip101,kip279,kip320", 4],
    ["compare hw,elr", 2],
  ]) {
    await choose(question, count);
    for (const column of await columns.all()) {
      assert.equal(await column.locator("svg").count(), 1);
      assert.match(await column.locator(".note").first().innerText(), /promise|lost/);
    }
  }
  assert.match(await columns.nth(0).locator(".note").first().innerText(), /m2.*lost/);
  assert.match(await columns.nth(1).locator(".note").first().innerText(), /kept/);
  assert.equal(await columns.nth(0).locator(".differs").count(), 0, "the first column is the measure");
  assert.ok((await columns.nth(1).locator(".differs").count()) > 0, "what differs is marked in the picture");
  assert.match(await answer.locator("table").innerText(), /≠/);
  const when = () => columns.first().locator("figcaption").innerText();
  const before = await when();
  await page.getByTestId("to-start").click();
  await page.waitForFunction((before) => document.querySelector(".column figcaption").textContent !== before, before);
  assert.match(await when(), / 0 ms/);
  assert.equal(await answer.locator(".differs").count(), 0, "at the start nothing differs");
});

test("brokers that one fault would make lose a record are shaded, and only those, and only then", async (t) => {
  const page = await openInDanger(t);
  const shaded = page.locator("[data-testid=stage] .endangered [data-broker]");
  assert.equal(await shaded.count(), 0, "nothing is shaded before it is asked");
  const answer = await ask(page, "ask-danger", "What one fault would cost now");
  await shaded.first().waitFor();
  assert.deepEqual(await shaded.evaluateAll((brokers) => brokers.map((broker) => broker.dataset.broker)), ["1"]);
  assert.match(await answer.locator("tr.stands-out").first().innerText(), /broker 1[^]*m2/);
  await page.getByTestId("answer-close").click();
  assert.equal(await shaded.count(), 0, "nothing is shaded once the answer is closed");
  const safe = await open(t, { lang: "en", hash: SAFE });
  await safe.page.getByTestId("produce").click();
  await safe.page.getByTestId("to-end").click();
  const nothing = await ask(safe.page, "ask-danger", "What one fault would cost now");
  assert.match(await nothing.innerText(), /No single fault/);
  assert.equal(await safe.page.locator("[data-testid=stage] .endangered").count(), 0);
});

test("the stretches in which one fault is enough are shaded on the line", async (t) => {
  const page = await openInDanger(t);
  const risks = page.locator(".ticks .risk");
  const answer = await ask(page, "ask-danger", "What one fault would cost now");
  assert.equal(await risks.count(), 0);
  await answer.locator("[data-ask=windows]").click();
  await risks.first().waitFor();
  const line = await page.locator(".ticks").boundingBox();
  for (const risk of await risks.all()) {
    const box = await risk.boundingBox();
    assert.ok(box.width >= 3 && box.height >= 3, "it can be seen");
    assert.ok(box.x >= line.x - 1 && box.x + box.width <= line.x + line.width + 3, "it is on the line");
  }
  await page.getByTestId("answer-close").click();
  assert.equal(await risks.count(), 0);
});

test("without workers the answer is made in the page", async (t) => {
  const prepare = (page) => page.route("**/worker.js*", (route) => route.abort());
  const { page } = await open(t, { lang: "en", hash: `${LOSS}&at=2`, expectProblems: true, prepare });
  await page.getByTestId("why").click();
  await answered(page, "Why it happened");
  await page.getByTestId("to-end").click();
  await ask(page, "ask-records", "Record of every write");
});

for (const [missing, pattern] of [
  ["the program that answers, and the worker,", /(answers(_bg)?\.(js|wasm)|worker\.js)/],
  ["the module of the program that answers", /answers_bg\.wasm/],
]) {
  test(`when ${missing} can't be had, the page says that there is no answer and lives on`, async (t) => {
    const prepare = (page) => page.route(pattern, (route) => route.abort());
    const { page } = await open(t, { lang: "en", hash: `${LOSS}&at=2`, expectProblems: true, prepare });
    await page.getByTestId("why").click();
    const status = page.getByTestId("answer").getByRole("status");
    await status.filter({ hasText: /answer/i }).filter({ hasNotText: "…" }).waitFor();
    assert.equal(await page.getByTestId("answer").locator("h2").count(), 0);
    await assertAccessible(page, "no answer", "[data-testid=answer]");
    const before = await position(page);
    await page.getByTestId("step").click();
    assert.ok((await position(page)) > before);
    await page.getByTestId("answer-close").click();
    await page.getByTestId("answer").waitFor({ state: "hidden" });
  });
}

/** Every kind of answer, as what opens it. */
const KINDS = {
  "a chain": (page) => page.getByTestId("why").click(),
  "a high watermark": (page) => place(page, "hw-1-0").click(),
  "dangers": (page) => page.getByTestId("ask-danger").click(),
  "danger windows": (page) => page.getByTestId("answer").locator("[data-ask=windows]").click(),
  "all records": (page) => page.getByTestId("ask-records").click(),
  "a record": (page) => page.getByTestId("answer").locator("[data-ask='record m2']").click(),
  "the cluster": (page) => page.getByTestId("ask-inspect").click(),
  "a broker": (page) => page.getByTestId("answer").locator("[data-ask='inspect broker-1']").click(),
  "columns": (page) => page.getByTestId("ask-compare").click(),
  "the table": (page) => page.getByTestId("ask-table").click(),
  "the safety map": (page) => page.getByTestId("ask-map").click(),
  "the lab": (page) => page.getByTestId("ask-lab").click(),
};

/** Opens answers of every kind, one after the other. */
async function* everyAnswer(page) {
  let before = "";
  for (const [kind, open] of Object.entries(KINDS)) {
    await open(page);
    await page.waitForFunction((before) => {
      const heading = document.querySelector("[data-testid=answer] h2")?.textContent;
      const waits = document.querySelector("[data-testid=answer] [role=status]:not([hidden])");
      return heading && !waits && heading !== before;
    }, before);
    before = await page.getByTestId("answer").locator("h2").innerText();
    yield kind;
  }
}

for (const width of [360, 1280]) {
  for (const lang of ["ko", "en"]) {
    test(`at ${width} px, ${lang}, axe finds nothing in any answer, and none makes the page scroll sideways`, async (t) => {
      const { page } = await open(t, { lang, width, height: 800, hash: `${LOSS}&at=34` });
      for await (const kind of everyAnswer(page)) {
        await assertAccessible(page, `${kind} at ${width} px, ${lang}`, "[data-testid=figure]");
        await reader.assertNotSideways(page, `${kind} at ${width} px, ${lang}`);
      }
    });
  }
}

test("at 320 px no answer makes the page scroll sideways", async (t) => {
  for (const lang of ["ko", "en"]) {
    const { page } = await open(t, { lang, width: 320, height: 640, hash: `${LOSS}&at=34` });
    for await (const kind of everyAnswer(page)) await reader.assertNotSideways(page, `${kind}, ${lang}`);
  }
});
