// What a reader does with the page, in a few words: for tests of several subjects.

import assert from "node:assert/strict";

/** Where the film stands. */
export const position = async (page) => Number(await page.getByTestId("scrubber").inputValue());

/** How long the film is. */
export const length = async (page) => Number(await page.getByTestId("scrubber").getAttribute("max"));

/** What the picture shows, and the news under it; without what only follows pointer and focus. */
export const shown = (page) =>
  page.evaluate(() => {
    const picture = document.querySelector("[data-testid=stage]").cloneNode(true);
    for (const element of picture.querySelectorAll("[data-mark]")) {
      element.classList.remove("lit");
      if (!element.classList.length) element.removeAttribute("class");
    }
    return [picture.innerHTML, document.querySelector("[data-testid=now]").innerText];
  });

/** Moves the film to a position by the line to drag. */
export async function seek(page, to) {
  await page.getByTestId("scrubber").fill(String(to));
}

/** Steps forward until `found` says so; fails at the end of the film. */
export async function stepUntil(page, found, what) {
  const end = await length(page);
  while (!(await found())) {
    assert.ok((await position(page)) < end, `the end was reached before ${what}`);
    await page.getByTestId("step").click();
  }
}

/** Waits for the answer whose heading has this text, and returns the place where it stands. */
export async function answered(page, heading) {
  const answer = page.getByTestId("answer");
  await answer.locator("h2").filter({ hasText: heading }).waitFor();
  return answer;
}

/** Asks by a button of its own and waits for the answer. */
export async function ask(page, id, heading) {
  await page.getByTestId(id).click();
  return answered(page, heading);
}

/** Crashes a broker by its menu; what follows from it plays. */
export async function crash(page, id) {
  await page.getByTestId(`broker-${id}`).press("Enter");
  await page.getByTestId("broker-crash").click();
}

/** A place of the picture. */
export const place = (page, mark) => page.locator(`[data-testid=stage] [data-mark="${mark}"]`);

/** Fails when the page is wider than the screen, or an answer than its place. */
export async function assertNotSideways(page, state) {
  const wide = await page.evaluate(() =>
    ["html", "[data-testid=answer]"].flatMap((selector) => {
      const { scrollWidth, clientWidth } = document.querySelector(selector);
      return scrollWidth > clientWidth ? [`${selector} has ${scrollWidth} px of content in ${clientWidth}`] : [];
    }),
  );
  assert.deepEqual(wide, [], state);
}

/** Where the focus is: a test's name for the element, or what it is. */
export function focused(page) {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.dataset?.testid ?? element?.tagName;
  });
}

/** Presses Tab until the focus is on the element with this name; fails after a whole round. */
export async function tabTo(page, id) {
  for (let count = 0; count < 200; count += 1) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not come to ${id}`);
}

/** Whether a reader can see where the focus is, as soon as the page has moved it. */
export async function hasVisibleFocus(page) {
  const isSeen = () => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return false;
    // A part of a drawing wears its ring on the shape that is pressed.
    const wearer = element.querySelector(":scope > .hit") ?? element;
    const style = getComputedStyle(wearer);
    const outlined = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    const stroked = wearer !== element && !["none", "rgba(0, 0, 0, 0)"].includes(style.stroke);
    return outlined || stroked;
  };
  return page.waitForFunction(isSeen, undefined, { timeout: 3_000 }).then(() => true, () => false);
}
