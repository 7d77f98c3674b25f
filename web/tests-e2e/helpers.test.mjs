// The helpers themselves: a watcher that sees nothing would let every other test pass.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { violations } from "./axe.mjs";
import { launch, openPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

let folder;
let browser;
let server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "highwater-e2e-"));
  [browser, server] = await Promise.all([launch(), serve(folder, { prefix: "/here/" })]);
});

after(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Opens a page with this body and returns what was reported until it had loaded. */
async function problemsOf(t, body) {
  const icon = `<link rel="icon" href="data:," />`;
  await writeFile(join(folder, "index.html"), `<!doctype html><title>x</title>${icon}${body}`);
  const opened = await openPage(browser, server.url, { started: false });
  t.after(opened.close);
  await opened.page.waitForLoadState("networkidle");
  return opened;
}

test("console errors, exceptions, missing files and other hosts are problems", async (t) => {
  const cases = [
    [`<script>console.error("written")</script>`, /console: written/],
    [`<script>throw new Error("thrown by the page")</script>`, /thrown: .*thrown by the page/],
    [`<img src="missing.png" alt="" />`, /console: .*404/],
    [`<img src="http://127.0.0.1:9/x.png" alt="" />`, /another host: http:\/\/127\.0\.0\.1:9/],
  ];
  for (const [body, expected] of cases) {
    const { problems } = await problemsOf(t, body);
    assert.ok(problems.some((line) => expected.test(line)), `${body}: ${JSON.stringify(problems)}`);
  }
});

test("a clean page has no problems", async (t) => {
  const { problems } = await problemsOf(t, `<p>fine</p><script>console.log("fine")</script>`);
  assert.deepEqual(problems, []);
});

test("axe names a button without a name", async (t) => {
  const { page } = await problemsOf(t, "<main><button></button></main>");
  const found = await violations(page);
  assert.ok(found.some((text) => text.includes("button-name")), found.join("\n"));
});

test("the server serves its folder only", async () => {
  const status = async (path) => (await fetch(new URL(path, server.url))).status;
  assert.equal(await status("/here/"), 200);
  assert.equal(await status("/here/none.js"), 404);
  assert.equal(await status("/elsewhere/index.html"), 404);
  assert.equal(await status("/here/..%2f..%2fetc%2fhostname"), 404);
  assert.equal(await status("/here/%zz"), 404);
});
