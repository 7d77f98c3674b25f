// The least room that a page has to do with: 320 pixels, and letters twice their usual size. Nothing
// runs off the side, and nothing is cut.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** What is wider than the screen or sticks out of the picture, as one text each. */
function sticking() {
  const found = [];
  const wide = document.documentElement.clientWidth;
  if (wide < document.documentElement.scrollWidth) {
    found.push(`the page needs ${document.documentElement.scrollWidth} px of ${wide}`);
  }
  const stage = document.querySelector("[data-testid=stage]").getBoundingClientRect();
  const say = (element) => `${element.tagName} "${(element.textContent ?? "").trim().slice(0, 30)}"`;
  for (const element of document.querySelectorAll("#app *")) {
    const box = element.getBoundingClientRect();
    // What nobody sees, and what scrolls inside a frame of its own.
    if (box.width === 0 || element.closest(".out-of-sight, .skip, .scroll, .backdrop, defs, option, textarea")) continue;
    if (element.closest("svg.stage")) {
      const outside = box.left < stage.left - 1 || stage.right + 1 < box.right || box.top < stage.top - 1;
      if (outside && element.tagName === "text") found.push(`outside the picture: ${say(element)}`);
    } else if (box.left < -1 || wide + 1 < box.right) {
      found.push(`outside the screen, ${Math.round(box.left)}-${Math.round(box.right)}: ${say(element)}`);
    }
    const style = getComputedStyle(element);
    if (style.overflowX === "hidden" && element.clientWidth + 1 < element.scrollWidth && style.textOverflow !== "ellipsis") {
      found.push(`cut: ${say(element)}`);
    }
  }
  return found;
}

/** Letters as large as a reader has set them in the browser. */
async function enlarge(page, share) {
  const devtools = await page.context().newCDPSession(page);
  const fontSizes = { standard: 16 * share, fixed: 13 * share };
  await devtools.send("Page.setFontSizes", { fontSizes });
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  assert.equal(size, `${16 * share}px`, "the browser has taken the size over");
}

/** The smallest and the largest texts of the picture, in pixels on the screen. */
const letters = (page) =>
  page.evaluate(() => {
    const svg = document.querySelector("[data-testid=stage]");
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
    return Math.min(...sizes);
  });

const RUNS = ["kip101-loss?gen=hw", "hw-round-trip", "placement-3x3", "elr-membership?gen=elr"];

const ROOMS = [
  [320, 1, "ko"],
  [320, 1, "en"],
  [640, 2, "ko"],
  [640, 2, "en"],
  [1280, 2, "en"],
];

for (const [width, share, lang] of ROOMS) {
  test(`at ${width} px with letters of ${share * 100} % in ${lang} nothing is cut`, async (t) => {
    const prepare = (page) => enlarge(page, share);
    for (const hash of RUNS) {
      const { page } = await open(t, { width, height: 800, lang, hash, prepare });
      for (const moment of ["to-start", "step", "to-end"]) {
        await page.getByTestId(moment).click();
        assert.deepEqual(await page.evaluate(sticking), [], `${hash}, ${moment}`);
      }
      const least = await letters(page);
      assert.ok(10.9 * share <= least, `the smallest letters of the picture have ${least} px`);
      await page.locator("[data-testid=stage] [data-broker]").first().press("Enter");
      await page.locator(".menu").waitFor();
      assert.deepEqual(await page.evaluate(sticking), [], `${hash}, with a menu`);
    }
  });
}
