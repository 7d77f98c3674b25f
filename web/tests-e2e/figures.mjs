// Figures of the built page, measured in Chromium on the machine at hand. Not a test: a figure depends
// on the machine, so nothing here fails.
//
//   node figures.mjs [starting] [startingSlowly] [scrubbing] [wideStages] [exploring]

import { DIST, launch, openPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [browser, server] = await Promise.all([launch(), serve(DIST)]);
const round = (number) => Math.round(number * 10) / 10;
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** The times of `work`, in ms, as "quickest tenth / median / slowest": on a busy machine the first counts. */
function told(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `${round(quantile(sorted, 0.1))} / ${round(quantile(sorted, 0.5))} / ${round(sorted.at(-1))} ms of ${sorted.length}`;
}

async function starting() {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const { page, close } = await openPage(browser, server.url, { lang: "en" });
    times.push(await page.evaluate(() => performance.now()));
    await close();
  }
  console.log(`start, from navigation to the first picture: ${told(times)}`);
}

/** A phone on the way: 1.6 Mbit/s and 150 ms to the host, and a processor four times as slow. */
const SLOW = {
  network: { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 },
  processor: { rate: 4 },
};

/** Notes when the picture can be used, and when a step that is asked for at once has been taken. */
function noteStart() {
  const noted = { picture: 0, interactive: 0 };
  globalThis.noted = noted;
  const follow = () => {
    const line = document.querySelector("[data-testid=scrubber]");
    if (noted.picture === 0 && document.querySelector("[data-testid=stage] [data-broker]")) {
      noted.picture = performance.now();
      document.querySelector("[data-testid=step]").click();
    } else if (noted.picture > 0 && line.value !== "0") {
      noted.interactive = performance.now();
      return;
    }
    setTimeout(follow, 5);
  };
  setTimeout(follow, 5);
}

/** The start as a reader has it who is far away from the host, which packs what it sends. */
async function startingSlowly() {
  const far = await serve(DIST, { gzip: true });
  const [drawn, alive, uses] = [[], [], []];
  for (let run = 0; run < 5; run += 1) {
    const prepare = async (page) => {
      await page.addInitScript(noteStart);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", SLOW.network);
      await devtools.send("Emulation.setCPUThrottlingRate", SLOW.processor);
    };
    const { page, close } = await openPage(browser, far.url, { lang: "ko", prepare });
    await page.waitForFunction(() => globalThis.noted.interactive > 0, undefined, { timeout: 60_000 });
    const { picture, interactive } = await page.evaluate(() => globalThis.noted);
    const first = "first-contentful-paint";
    drawn.push(await page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0, first));
    alive.push(picture);
    uses.push(interactive);
    await close();
  }
  const way = "1.6 Mbit/s, 150 ms, 4x slower processor";
  console.log(`${way}: drawn ${told(drawn)}; alive ${told(alive)}; a step is taken ${told(uses)}`);
  await far.close();
}

/** A scenario with some ten thousand events. */
function longText(writes) {
  const lines = [
    "scenario long",
    "cluster brokers=3 generation=kip320",
    "topic t rf=3 min.insync.replicas=2",
  ];
  for (let write = 0; write < writes; write += 1) lines.push(`produce r${write} acks=all`, "wait 100ms");
  return `${lines.join("\n")}\n`;
}

/** Opens a text as a reader does, and says how long the run took to play. */
function openText(page, text) {
  return page.evaluate(async (text) => {
    document.querySelector("[data-testid=edit-this]").click();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const field = document.querySelector("[data-testid=editor]");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const button = document.querySelector("[data-testid=run-text]");
    const began = performance.now();
    button.click();
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - began;
  }, text);
}

async function scrubbing() {
  const { page, close } = await openPage(browser, server.url, { lang: "en" });
  const opened = await openText(page, longText(720));
  await page.getByTestId("to-end").click();
  const { frames, events, times, nodes } = await page.evaluate(async () => {
    const field = document.querySelector("[data-testid=scrubber]");
    const times = [];
    let seed = 7;
    for (let turn = 0; turn < 200; turn += 1) {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      const began = performance.now();
      field.value = String(seed % (Number(field.max) + 1));
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
      times.push(performance.now() - began);
    }
    return {
      frames: field.max,
      events: document.body.textContent.match(/events([\d,]+)/)?.[1] ?? "?",
      times,
      nodes: document.querySelectorAll("[data-testid=stage] *").length,
    };
  });
  console.log(`a run of ${frames} positions, ${events} events: played in ${round(opened)} ms`);
  console.log(`scrub to a random position and draw: ${told(times)}; ${nodes} nodes on the stage`);
  await close();
}

/** Three logs of two thousand records on five brokers, with more written until the end. */
const WIDE = `scenario wide
cluster brokers=5 generation=kip320
topic t partitions=3 rf=5 min.insync.replicas=2
${[0, 1, 2].map((id) => `preload t-${id} name=a${id} records=1000 epoch=1\npreload t-${id} name=b${id} records=1000 epoch=2`).join("\n")}
${Array.from({ length: 12 }, (_, write) => `produce w${write} to t-${write % 3}\nwait 15ms`).join("\n")}
`;

const MANY = `scenario many
cluster brokers=9 generation=kip320
topic t rf=9 min.insync.replicas=2
preload t-0 name=a records=4 epoch=1
${Array.from({ length: 8 }, (_, write) => `produce w${write} to t-0\nwait 15ms`).join("\n")}
`;

/** What a step costs: from the wish until the document has changed, and how large the picture is. */
async function stepping(name, text, width) {
  const { page, close } = await openPage(browser, server.url, { lang: "en", width });
  await openText(page, text);
  await page.getByTestId("to-start").click();
  const { times, nodes } = await page.evaluate(async () => {
    const turn = () => new Promise((resolve) => {
      // Not a timer: those are held back by 4 ms.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    const field = document.querySelector("[data-testid=scrubber]");
    const times = [];
    let nodes = 0;
    // The first two hundred and the last hundred positions, one by one.
    for (let step = 1; step <= 300; step += 1) {
      const began = performance.now();
      field.value = String(step <= 200 ? step : Number(field.max) - 300 + step);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await turn();
      times.push(performance.now() - began);
      nodes = Math.max(nodes, document.querySelectorAll("[data-testid=stage] *").length);
    }
    return { times, nodes };
  });
  console.log(`${name} at ${width} px: a step costs ${told(times)}; up to ${nodes} nodes on the stage`);
  await close();
}

async function wideStages() {
  for (const width of [360, 640, 1280]) {
    await stepping("5 brokers x 3 partitions x 2 000 records", WIDE, width);
    await stepping("9 brokers", MANY, width);
  }
}

async function exploring() {
  const hash = "last-replica-standing?gen=kip320&rf=3&brokers=3&min=2";
  const { page, close } = await openPage(browser, server.url, { lang: "en", hash });
  await page.evaluate(() => {
    globalThis.slow = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => globalThis.slow.push(entry.duration))).observe({
      type: "longtask",
    });
  });
  await page.getByTestId("hunt-question").selectOption("2");
  await page.getByTestId("hunt-faults").selectOption("2");
  const taken = await page.evaluate(async () => {
    const answer = document.querySelector("[data-testid=hunt-answer]");
    const progress = document.querySelector("[data-testid=hunt-progress]");
    const began = performance.now();
    document.querySelector("[data-testid=hunt]").click();
    let last = "";
    while (!answer.querySelector("h3")) {
      last = progress.textContent || last;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { ms: performance.now() - began, last, head: answer.querySelector("h3").textContent };
  });
  console.log(`search: ${round(taken.ms)} ms, "${taken.head}", last seen: ${taken.last}`);
  await page.getByTestId("hunt-faults").selectOption("4");
  const cancelled = [];
  for (let turn = 0; turn < 5; turn += 1) {
    cancelled.push(
      await page.evaluate(async () => {
        const button = document.querySelector("[data-testid=hunt]");
        const label = button.textContent;
        button.click();
        await new Promise((resolve) => setTimeout(resolve, 700));
        const began = performance.now();
        button.click();
        while (button.textContent !== label) await new Promise((resolve) => setTimeout(resolve));
        return performance.now() - began;
      }),
    );
  }
  const slow = await page.evaluate(() => globalThis.slow);
  console.log(`cancel: ${told(cancelled)}; tasks over 50 ms on the page's thread: ${slow.length} ${slow.map(round)}`);
  await close();
}

const parts = { starting, startingSlowly, scrubbing, wideStages, exploring };
const wanted = process.argv.slice(2);
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await part();
}
await browser.close();
await server.close();
