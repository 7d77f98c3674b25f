// The page in every width, theme, language and kind of motion, in half of them with an answer: nobody is
// shut out, nothing runs off the side.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";
import { assertNotSideways } from "./reader.mjs";

const { open } = useBrowser();

const ANSWERS = ["why", "ask-records", "ask-danger", "ask-inspect", "ask-compare", "ask-table"];

/** Every combination, as `{ width, theme, lang, motion, answer }`; each value of each has an answer and has none. */
function cells() {
  const found = [];
  for (const [a, width] of [360, 640, 1280].entries()) {
    for (const [b, theme] of ["light", "dark"].entries()) {
      for (const [c, lang] of ["ko", "en"].entries()) {
        for (const [d, motion] of ["no-preference", "reduce"].entries()) {
          const answer = (a + b + c + d) % 2 ? ANSWERS[(2 * a + b + 3 * c) % ANSWERS.length] : undefined;
          found.push({ width, theme, lang, motion, answer });
        }
      }
    }
  }
  return found;
}

for (const { width, theme, lang, motion, answer } of cells()) {
  const name = `${width} px, ${theme}, ${lang}, motion ${motion}${answer ? `, after ${answer}` : ""}`;
  test(`at ${name} axe finds nothing and nothing is cut off`, async (t) => {
    const { page } = await open(t, { width, height: 800, theme, lang, motion, hash: "unclean-election" });
    await page.getByTestId("to-end").click();
    await page.getByTestId("now").waitFor();
    if (answer) {
      await page.getByTestId(answer).click();
      await page.getByTestId("answer").locator("h2").waitFor();
    }
    await assertNotSideways(page, name);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    await assertAccessible(page, name);
  });
}

test("with reduced motion nothing moves between two steps", async (t) => {
  const { page } = await open(t, { motion: "reduce", lang: "en", hash: "kip101-loss" });
  await page.getByTestId("step").click();
  const figure = page.getByTestId("figure");
  const before = await figure.screenshot();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok(before.equals(await figure.screenshot()));
});
