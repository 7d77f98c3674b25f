// Pictures of the built page to look at: widths 360, 640 and 1280, light and dark, ko and en.
//
// Not a test: nothing compares the pictures.
//
//   node screenshots.mjs FOLDER [--hash HASH] [--wait TESTID] [--viewport]

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { DIST, launch, openPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

const USAGE = `usage: node screenshots.mjs FOLDER [options]
  --hash HASH    what follows # in the address
  --wait TESTID  wait for the element with this data-testid
  --viewport     only what fits on the screen, instead of the whole page`;

const SIZES = [
  { width: 360, height: 740 },
  { width: 640, height: 480 },
  { width: 1280, height: 800 },
];

function readArguments() {
  const options = {
    hash: { type: "string" },
    wait: { type: "string" },
    viewport: { type: "boolean", default: false },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length === 1) return { folder: positionals[0], ...values };
  } catch (error) {
    console.error(`error: ${error.message}`);
  }
  console.error(USAGE);
  process.exit(2);
}

const { folder, hash, wait, viewport } = readArguments();
await mkdir(folder, { recursive: true });
const [browser, server] = await Promise.all([launch(), serve(DIST)]);
const reported = new Set();

for (const size of SIZES) {
  for (const theme of ["light", "dark"]) {
    for (const lang of ["ko", "en"]) {
      const { page, problems, close } = await openPage(browser, server.url, { ...size, theme, lang, hash });
      if (wait) await page.getByTestId(wait).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const path = join(folder, `${size.width}-${theme}-${lang}.png`);
      await page.screenshot({ path, fullPage: !viewport, animations: "disabled" });
      console.log(path);
      for (const problem of problems) reported.add(problem);
      await close();
    }
  }
}

await browser.close();
await server.close();
for (const problem of reported) console.error(`the page reported: ${problem}`);
