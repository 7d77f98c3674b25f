// Colours that can be told apart: the style sheet's tokens by numbers, and the picture as people see
// it who see colours differently or not at all.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { useBrowser } from "./browser.mjs";

const { open } = useBrowser();

/** Where the pictures go that a person may want to look at. */
const PICTURES = process.env.HIGHWATER_PICTURES ?? join(tmpdir(), "highwater-pictures");

const SHEET = await readFile(new URL("../../static/highwater.css", import.meta.url), "utf8");

/** The colours that follow a selector, as `{ name: "#rrggbb" }`. */
function tokens(selector) {
  const at = SHEET.indexOf(`${selector} {`);
  assert.ok(at >= 0, `${selector} is not in the style sheet`);
  const block = SHEET.slice(at, SHEET.indexOf("}", at));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
}

const LIGHT = tokens(":root");
const DARK = { ...LIGHT, ...tokens(':root[data-theme="dark"]') };
const THEMES = { light: LIGHT, dark: DARK };

const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const multiply = (matrix, vector) =>
  matrix.map((row) => row.reduce((sum, factor, place) => sum + factor * vector[place], 0));

/** Machado, Oliveira and Fernandes (2009), severity 1: what is left of a colour in linear light. */
const SIGHTS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const TO_XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]];
const WHITE = [0.95047, 1, 1.08883];

/** CIE L*a*b* of a colour as somebody sees it. */
function lab(hex, sight) {
  const seen = multiply(sight, channels(hex).map(linear)).map((light) => Math.min(1, Math.max(0, light)));
  const [x, y, z] = multiply(TO_XYZ, seen)
    .map((value, place) => value / WHITE[place])
    .map((value) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one, other, sight) =>
  Math.hypot(...lab(one, sight).map((value, place) => value - lab(other, sight)[place]));

const luminance = (hex) => {
  const [red, green, blue] = channels(hex).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The least distance between any two hues. */
function least(theme, sight) {
  const hues = ["e0", "e1", "e2", "e3"].map((name) => theme[name]);
  const pairs = hues.flatMap((one, place) => hues.slice(place + 1).map((other) => distance(one, other, sight)));
  return Math.min(...pairs);
}

/** The least distance that hues have to keep, by who looks. */
const APART = { normal: 50, protan: 22, deutan: 17, tritan: 16.9 };

for (const [name, theme] of Object.entries(THEMES)) {
  test(`in the ${name} theme the hues of epochs stay apart for everybody`, () => {
    for (const [sight, matrix] of Object.entries(SIGHTS)) {
      const found = least(theme, matrix);
      assert.ok(found >= APART[sight], `${sight}: ${found.toFixed(1)}`);
    }
  });

  test(`in the ${name} theme lines have three times the contrast, text four and a half`, () => {
    // Everything of the picture lies on a panel.
    const lines = ["e0", "e1", "e2", "e3", "lost", "edge", "ink", "ink2", "focus"].map((line) =>
      [line, "panel", 3]);
    const texts = ["ink", "ink2", "lost", "good", "focus"].flatMap((text) =>
      ["panel", "paper", "soft"].map((ground) => [text, ground, 4.5]));
    const signs = ["e0", "e1", "e2", "e3", "lost"].map((ground) => [`on-${ground}`, ground, 4.5]);
    for (const [text, ground, bound] of [...lines, ...texts, ...signs, ["paper", "ink", 4.5]]) {
      const found = contrast(theme[text], theme[ground]);
      assert.ok(found >= bound, `${text} on ${ground}: ${found.toFixed(2)}, not ${bound}`);
    }
  });
}

test("the dark theme is the same whether the system or the reader wants it", () => {
  assert.deepEqual({ ...LIGHT, ...tokens(':root:not([data-theme="light"])') }, DARK);
});

/** Colours of points of the figure, each as `[red, green, blue]`, and how much colour there is at most. */
async function look(page, points) {
  const figure = page.getByTestId("figure");
  const png = (await figure.screenshot()).toString("base64");
  return page.evaluate(async ({ png, points }) => {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const all = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    let colourful = 0;
    for (let at = 0; at < all.length; at += 4) {
      const pixel = all.slice(at, at + 3);
      colourful = Math.max(colourful, Math.max(...pixel) - Math.min(...pixel));
    }
    const figure = document.querySelector("[data-testid=figure]").getBoundingClientRect();
    const colours = points.map(({ selector, dx, dy }) => {
      const box = document.querySelector(`[data-testid=stage] ${selector}`).getBoundingClientRect();
      const [x, y] = [box.x - figure.x + dx * box.width, box.y - figure.y + dy * box.height];
      return [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3)];
    });
    return { colourful, colours };
  }, { png, points });
}

const hex = (colour) => `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

for (const theme of ["light", "dark"]) {
  test(`in the ${theme} theme the picture can be read in grey, and is drawn for other eyes`, async (t) => {
    // The moment at which the leader has a committed record, a lost one, and one that is not committed.
    const { page } = await open(t, { theme, lang: "ko", hash: "uncommitted-tail" });
    const devtools = await page.context().newCDPSession(page);
    await mkdir(PICTURES, { recursive: true });
    for (const type of ["achromatopsia", "protanopia", "deuteranopia", "tritanopia"]) {
      await devtools.send("Emulation.setEmulatedVisionDeficiency", { type });
      for (const moment of ["to-start", "to-end"]) {
        await page.getByTestId(moment).click();
        const path = join(PICTURES, `${theme}-${type}-${moment}.png`);
        await page.getByTestId("figure").screenshot({ path });
      }
    }
    await devtools.send("Emulation.setEmulatedVisionDeficiency", { type: "achromatopsia" });
    await page.getByTestId("to-start").click();
    while ((await page.locator("[data-testid=stage] .c .cell.open").count()) === 0) {
      await page.getByTestId("step").click();
    }
    await page.getByTestId("figure").screenshot({ path: join(PICTURES, `${theme}-achromatopsia-uncommitted.png`) });
    const { colourful, colours } = await look(page, [
      { selector: ".c .cell.solid", dx: 0.5, dy: 0.15 },
      { selector: ".c .cell.open", dx: 0.5, dy: 0.15 },
      { selector: ".flag-hw", dx: 0.5, dy: 0.7 },
      { selector: ".flag-leo", dx: 0.5, dy: 0.35 },
    ]);
    assert.ok(colourful <= 10, `no colour is left, but for ${colourful} of 255`);
    const [committed, uncommitted, hw, leo] = colours.map(hex);
    assert.ok(contrast(committed, uncommitted) >= 3, `committed ${committed}, uncommitted ${uncommitted}`);
    assert.ok(contrast(hw, leo) >= 3, `HW ${hw}, LEO ${leo}`);
  });
}

test("in forced colours the picture has the system's colours and no other", async (t) => {
  const { page } = await open(t, { lang: "en", hash: "kip101-loss?gen=hw" });
  await page.emulateMedia({ forcedColors: "active" });
  for (const moment of ["to-start", "to-end"]) {
    await page.getByTestId(moment).click();
    const strange = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      const named = ["Canvas", "CanvasText", "Highlight"].map((name) => {
        probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
        return getComputedStyle(probe).color;
      });
      probe.remove();
      const known = [...named, "none", "rgba(0, 0, 0, 0)"];
      const shapes = [...document.querySelectorAll("[data-testid=stage] :is(rect, circle, path, text)")];
      const found = shapes.flatMap((shape) => {
        const { fill, stroke } = getComputedStyle(shape);
        return [fill, stroke].filter((colour) => !known.includes(colour)).map((colour) => `${shape.classList}: ${colour}`);
      });
      return { found: [...new Set(found)], count: shapes.length, named };
    });
    assert.ok(strange.count > 50);
    assert.notEqual(strange.named[0], strange.named[1]);
    assert.deepEqual(strange.found, [], moment);
  }
});
