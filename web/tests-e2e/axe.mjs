// The accessibility verdict of axe-core on a page that is open.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const SCRIPT = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Every success criterion of WCAG 2.0, 2.1 and 2.2 at levels A and AA that a program can judge. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Fails with a readable list when axe finds a violation.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} state what the page shows, for the message
 * @param {string} [within] a selector, where only a part of the page is to be judged
 */
export async function assertAccessible(page, state, within) {
  const found = await violations(page, within);
  assert.equal(found.length, 0, `axe on ${state}:\n${found.join("\n")}`);
}

/** What axe finds: one text for each violated rule, with the elements concerned. */
export async function violations(page, within) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ path: SCRIPT });
  const results = await page.evaluate(
    ([tags, within]) => globalThis.axe.run(within ?? document, { runOnly: { type: "tag", values: tags } }),
    [TAGS, within],
  );
  return results.violations.map(({ id, help, nodes }) => {
    const elements = nodes.map((node) => `    ${node.target.join(" ")}: ${node.html.slice(0, 160)}`);
    return [`  ${id}: ${help}`, ...elements].join("\n");
  });
}
