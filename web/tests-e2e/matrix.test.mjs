// The page in every width, theme and language: nobody is shut out, nothing runs off the side.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

for (const width of [360, 640, 1280]) {
  for (const theme of ["light", "dark"]) {
    for (const lang of ["ko", "en"]) {
      const name = `${width} px, ${theme}, ${lang}`;
      test(`at ${name} axe finds nothing and nothing is cut off`, async (t) => {
        const { page } = await open(t, { width, height: 800, theme, lang, hash: "unclean-election" });
        await page.getByTestId("to-end").click();
        await page.getByTestId("now").waitFor();
        const [needed, given] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
        ]);
        assert.ok(needed <= given, `${needed} px of content in ${given} px`);
        assert.equal(await page.locator("html").getAttribute("lang"), lang);
        await assertAccessible(page, name);
      });
    }
  }
}

test("with reduced motion nothing moves between two steps", async (t) => {
  const { page } = await open(t, { motion: "reduce", lang: "en", hash: "kip101-loss" });
  await page.getByTestId("step").click();
  const figure = page.getByTestId("figure");
  const before = await figure.screenshot();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok(before.equals(await figure.screenshot()));
});
