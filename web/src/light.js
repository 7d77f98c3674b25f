// Lights up all that stands for the same thing: a number in a text and its place in the picture.
//
// It follows the pointer and the focus, and touches nothing but one class.

export function light(root) {
  let lit = "";
  const show = (is) => {
    if (!lit) return;
    for (const place of root.querySelectorAll(`[data-mark="${lit}"]`)) place.classList.toggle("lit", is);
  };
  const follow = ({ target }) => {
    const mark = target.closest?.("[data-mark]")?.getAttribute("data-mark") ?? "";
    if (mark === lit) return;
    show(false);
    lit = /^[a-z0-9-]*$/.test(mark) ? mark : "";
    show(true);
  };
  root.addEventListener("pointerover", follow);
  root.addEventListener("focusin", follow);
}

/** Tells whether an element can be seen. */
export function watch(element, seen) {
  new IntersectionObserver((entries) => seen(entries.at(-1).isIntersecting)).observe(element);
}

let before = null;

/** Brings an answer into view by the shortest way and moves the focus there. */
export function reveal(answer) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const panel = answer.parentElement;
  if (!panel.contains(document.activeElement)) before = document.activeElement;
  panel.focus({ preventScroll: true });
  answer.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}

/** Gives the focus back to what had it before an answer came, unless it has gone elsewhere. */
export function release() {
  if (document.activeElement === document.body && before?.isConnected) {
    before.focus({ preventScroll: true });
  }
  before = null;
}
