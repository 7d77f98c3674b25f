// Lights up all that stands for the same thing: a number in a text and its place in the picture.
//
// It follows the pointer and the focus, and touches nothing but one class.

export function light(root) {
  // What the pointer is on and what has the focus are kept apart: when the page scrolls, other things
  // come to lie under a pointer that rests.
  const lit = {};
  const follow = ({ type, target }) => {
    const mark = target.closest?.("[data-mark]")?.getAttribute("data-mark");
    if (mark === lit[type]) return;
    lit[type] = mark;
    for (const place of root.querySelectorAll("[data-mark]")) {
      place.classList.toggle("lit", Object.values(lit).includes(place.getAttribute("data-mark")));
    }
  };
  root.addEventListener("pointerover", follow);
  root.addEventListener("focusin", follow);
}

/** Tells whether an element can be seen. */
export function watch(element, seen) {
  new IntersectionObserver((entries) => seen(entries.at(-1).isIntersecting)).observe(element);
}

/** Brings the beginning of an answer into view and moves the focus there. */
export function reveal(answer) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const panel = answer.parentElement;
  panel.focus({ preventScroll: true });
  // A sheet scrolls by itself and may still show the end of the answer before.
  panel.scrollTop = 0;
  const { top, height } = answer.getBoundingClientRect();
  const block = top < 0 || innerHeight < height ? "start" : "nearest";
  answer.scrollIntoView({ block, behavior: still ? "auto" : "smooth" });
}

/** Tells the page around an embed how high it is, now and whenever that changes. */
export function report_height() {
  if (parent === window) return;
  const tell = () => {
    const height = Math.ceil(document.querySelector(".page").getBoundingClientRect().height);
    parent.postMessage({ type: "highwater-height", height }, "*");
  };
  new ResizeObserver(tell).observe(document.querySelector(".page"));
}
