// Embeds: frames that load when they are seen, take the height they need, and show what they are told.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** Opens a page of somebody else that has `body` in it. */
async function host(t, body, width = 700) {
  const html = `<!doctype html><html lang="en"><title>A note</title><main><h1>A note</h1>${body}</main>
    <script src="./embed.js" defer></script></html>`;
  const prepare = (page) =>
    page.route("**/", (route) =>
      route.request().frame() === page.mainFrame()
        ? route.fulfill({ body: html, contentType: "text/html" })
        : route.continue(),
    );
  const { page } = await open(t, { prepare, started: false, width, height: 700 });
  return page;
}

const frame = (page, index = 0) => page.locator("highwater-play").nth(index).frameLocator("iframe");

test("an embed shows the scenario, settings, language and position that it is told", async (t) => {
  const embed = `<highwater-play scenario="kip101-loss" settings="gen=kip279" lang="en" start="4"></highwater-play>`;
  const page = await host(t, embed);
  const inside = frame(page);
  await inside.getByTestId("stage").waitFor();
  assert.equal(await inside.locator("[data-testid=gen-kip279][aria-pressed=true]").count(), 1);
  assert.match(await inside.getByTestId("title").innerText(), /acknowledged record/);
  assert.equal(await inside.getByTestId("scrubber").inputValue(), "4");
  for (const left of [".picker", ".settings", ".breaking"]) assert.ok(await inside.locator(left).isHidden(), left);
});

test("an embed takes the height that it needs, without scrolling inside", async (t) => {
  const page = await host(t, `<highwater-play scenario="clean-failover" lang="ko"></highwater-play>`, 640);
  const inside = frame(page);
  await inside.getByTestId("stage").waitFor();
  const content = await inside.locator(".page").evaluate((element) => element.getBoundingClientRect().height);
  await page.waitForFunction((height) => {
    const found = document.querySelector("highwater-play").shadowRoot.querySelector("iframe");
    return Math.abs(found.clientHeight - height) < 40;
  }, content);
  const scrolls = await inside.locator(".page").evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return [scrollHeight > innerHeight + 1, scrollWidth > innerWidth];
  });
  assert.deepEqual(scrolls, [false, false]);
  const box = await inside.getByTestId("to-end").boundingBox();
  assert.ok(box.y + box.height < 1100, "the transport is near the picture");
});

test("of ten embeds only those near the screen load the program", async (t) => {
  const one = `<highwater-play scenario="kip101-loss" lang="en"></highwater-play>`;
  const page = await host(t, one.repeat(10));
  await frame(page).getByTestId("stage").waitFor();
  const loaded = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll("highwater-play")];
      return all.map((element) => element.shadowRoot.querySelector("iframe").src !== "");
    });
  assert.equal((await loaded()).filter(Boolean).length, 1);
  await page.locator("highwater-play").nth(9).scrollIntoViewIfNeeded();
  await frame(page, 9).getByTestId("stage").waitFor();
  const then = await loaded();
  assert.ok(then[9] && !then[5], `those between are left alone: ${then}`);
});

test("a scenario written between the tags is played", async (t) => {
  const text = "scenario mine\ncluster brokers=2 generation=hw\ntopic t rf=2\nproduce mine1\nuntil acked mine1\n";
  const page = await host(t, `<highwater-play lang="en">${text}</highwater-play>`);
  const inside = frame(page);
  await inside.getByTestId("to-end").click();
  await inside.getByTestId("stage").filter({ hasText: "mine1" }).waitFor();
});

test("messages of others don't change an embed's height", async (t) => {
  const page = await host(t, `<highwater-play scenario="kip101-loss" height="700"></highwater-play>`);
  await frame(page).getByTestId("stage").waitFor();
  await page.waitForTimeout(300);
  const height = () =>
    page.evaluate(() => document.querySelector("highwater-play").shadowRoot.querySelector("iframe").clientHeight);
  const before = await height();
  await page.evaluate(() => postMessage({ type: "highwater-height", height: 4321 }, "*"));
  await page.waitForTimeout(200);
  assert.equal(await height(), before);
  await assertAccessible(page, "a page with an embed");
});

test("the first stop of an embed leads past the figure", async (t) => {
  const page = await host(t, `<highwater-play scenario="kip101-loss" lang="en"></highwater-play><button>after</button>`);
  const inside = frame(page);
  await inside.getByTestId("stage").waitFor();
  await page.keyboard.press("Tab");
  assert.ok(await inside.getByTestId("skip-figure").evaluate((skip) => skip === document.activeElement));
  await page.keyboard.press("Enter");
  const where = () => inside.locator("body").evaluate(() => document.activeElement.className);
  for (let tries = 0; tries < 40 && (await where()) !== "past-figure"; tries += 1) await page.waitForTimeout(50);
  assert.equal(await where(), "past-figure");
  assert.match(await inside.locator(".past-figure").getAttribute("href"), /^\.\/#kip101-loss/);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "after");
});
