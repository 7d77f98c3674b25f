// Opens the built page in Chromium and watches what it does wrong.
//
// A page that writes an error to the console, throws, asks for something that is not there, or
// talks to another host fails the test that opened it, whatever else the test looks at. What is
// allowed nevertheless is listed in ALLOWED with its reason.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { serve } from "./serve.mjs";

/** The folder with the built page. `cargo xtask` names it; a person who runs node may do without. */
export const DIST = process.env.HIGHWATER_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));

/** What a page may report without failing a test: `{ pattern: RegExp, reason: string }`. */
const ALLOWED = [];

/** Nothing but the page itself shall use the network, the processor or the profile folder. */
const CHROMIUM_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium: the one in $CHROME, else the one Debian installs. */
export function launch() {
  const executablePath = process.env.CHROME || "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
}

/**
 * For the top level of a test file: one browser and one server for all its tests.
 *
 * @param {{ prefix?: string }} options `prefix` is the path under which the page is served.
 */
export function useBrowser({ prefix = "/" } = {}) {
  let browser;
  let server;
  before(async () => {
    assert.ok(existsSync(DIST), `${DIST} is missing: cargo xtask build makes it`);
    [browser, server] = await Promise.all([launch(), serve(DIST, { prefix })]);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    /** Opens the page for test `t`, which fails when the page reports a problem. */
    async open(t, options = {}) {
      const opened = await openPage(browser, server.url, options);
      t.after(async () => {
        // Closing cuts off requests that are still under way: no fault of the page.
        const reported = [...opened.problems];
        await opened.close();
        if (!options.expectProblems) assert.deepEqual(reported, [], "what the page reported");
      });
      return opened;
    },
  };
}

/**
 * Opens the page at `url` in a fresh profile and waits until it has started.
 *
 * @param {object} options
 * @param {string} [options.hash] what follows `#`, without it
 * @param {string} [options.lang] `ko` or `en`, passed on as `?lang=`
 * @param {Record<string, string>} [options.query] further query parameters
 * @param {"light" | "dark"} [options.theme] what the system prefers
 * @param {"reduce" | "no-preference"} [options.motion] what the system prefers
 * @param {number} [options.width]
 * @param {number} [options.height]
 * @param {boolean} [options.touch] a device with a touch screen
 * @param {boolean} [options.javaScript] off for readers who switched it off
 * @param {boolean} [options.started] whether to wait until the page has started
 * @param {boolean} [options.expectProblems] for tests of what goes wrong
 * @param {(page: import("playwright-core").Page) => Promise<void>} [options.prepare] runs before
 *   the page is loaded
 */
export async function openPage(browser, url, options = {}) {
  const { theme = "light", motion = "reduce", width = 1280, height = 800 } = options;
  const { touch = false, javaScript = true, started = true } = options;
  const context = await browser.newContext({
    colorScheme: theme,
    hasTouch: touch,
    javaScriptEnabled: javaScript,
    locale: "ko-KR",
    reducedMotion: motion,
    viewport: { width, height },
  });
  const page = await context.newPage();
  const problems = watch(page, new URL(url).origin);
  await options.prepare?.(page);
  await page.goto(address(url, options));
  if (started) await page.waitForSelector("#app:not(:has(.boot)) > *");
  return { page, problems, close: () => context.close() };
}

function address(url, { hash, lang, query = {} }) {
  const result = new URL(url);
  for (const [key, value] of Object.entries({ ...query, ...(lang && { lang }) })) {
    result.searchParams.set(key, value);
  }
  if (hash) result.hash = hash;
  return result.href;
}

/** Everything the page does wrong, as one line each, growing while the page lives. */
function watch(page, origin) {
  const problems = [];
  const report = (line) => {
    if (!ALLOWED.some(({ pattern }) => pattern.test(line))) problems.push(line);
  };
  page.on("console", (message) => {
    if (message.type() === "error") report(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => report(`thrown: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => report(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    const isOurs = asked.origin === origin || ["data:", "blob:"].includes(asked.protocol);
    if (!isOurs) report(`another host: ${asked.href}`);
  });
  return problems;
}
