// The page as a reader first meets it: it starts, it is clean, and anyone can use it.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { assertAccessible } from "./axe.mjs";
import { DIST, useBrowser } from "./browser.mjs";

// Under a path of its own, as on most static hosts: an address that begins with "/" would fail.
const { open } = useBrowser({ prefix: "/notes/highwater/" });

test("the page starts and fills #app", async (t) => {
  const { page } = await open(t);
  const text = await page.locator("#app").innerText();
  assert.match(text, /Highwater/);
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing in the ${theme} theme`, async (t) => {
    const { page } = await open(t, { theme });
    await assertAccessible(page, `the page in the ${theme} theme`);
  });
}

test("no file of the page names the home folder of whoever built it", async () => {
  const files = (await readdir(DIST)).filter((name) => /\.(wasm|js|html|css)$/.test(name));
  assert.ok(files.length > 0);
  for (const name of files) {
    const content = await readFile(join(DIST, name), "latin1");
    assert.ok(!content.includes(`${homedir()}/`), name);
  }
});
