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
