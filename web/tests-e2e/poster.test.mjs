// The first picture: there before the program is, in the reader's language, and only where it is true.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** Opens the page without its program ever arriving. */
async function withoutProgram(t, options) {
  const prepare = (page) => page.route("**/*.wasm", () => {});
  const { page } = await open(t, { ...options, prepare, started: false });
  await page.getByTestId("boot-loading").waitFor();
  return page;
}

const shown = (page) => page.locator(".poster:visible svg");

for (const [lang, width, word] of [
  ["ko", 1280, "리더"],
  ["en", 1280, "Leader"],
  ["ko", 360, "리더"],
  ["en", 360, "Leader"],
]) {
  test(`at ${width} px the first frame is there in ${lang} before the program is`, async (t) => {
    const page = await withoutProgram(t, { lang, width });
    assert.equal(await shown(page).count(), 1);
    assert.match(await shown(page).textContent(), new RegExp(word));
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await assertAccessible(page, "the page while it loads");
  });
}

test("a link to something else gets no picture of what it is not", async (t) => {
  const page = await withoutProgram(t, { hash: "clean-failover" });
  assert.equal(await shown(page).count(), 0);
});

test("the poster is the frame that the page then shows", async (t) => {
  const { page } = await open(t, { lang: "en", width: 1280 });
  const texts = (root) => root.locator("text").allTextContents();
  const stage = await texts(page.getByTestId("stage"));
  const waiting = await withoutProgram(t, { lang: "en", width: 1280 });
  assert.deepEqual(await texts(shown(waiting)), stage);
});

test("words and scenario are asked for before the program is there, and once", async (t) => {
  for (const lang of ["ko", "en"]) {
    const asked = [];
    const prepare = async (page) => {
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.route("**/*.wasm", async (route) => {
        // The program waits until both have been asked for, so without that this never ends well.
        const isEarly = () => [`/words/${lang}.txt`, "/scenarios/kip101-loss.hw"].every((name) => asked.includes(name));
        for (let tries = 0; tries < 100 && !isEarly(); tries += 1) await new Promise((done) => setTimeout(done, 50));
        assert.ok(isEarly(), `asked for so far: ${asked}`);
        await route.continue();
      });
    };
    const { page } = await open(t, { lang, prepare });
    await page.getByTestId("stage").waitFor();
    for (const name of [`/words/${lang}.txt`, "/scenarios/kip101-loss.hw"]) {
      assert.equal(asked.filter((path) => path === name).length, 1, name);
    }
  }
});
