// <highwater-play>: a scenario as a figure in somebody else's page.
//
//   <script src="https://…/embed.js" defer></script>
//   <highwater-play scenario="kip101-loss" settings="gen=hw" lang="en"></highwater-play>
//   <highwater-play>scenario mine … (a whole scenario as text)</highwater-play>
//
// Each is a frame of its own that is loaded when it comes near the screen and takes the height that it
// needs. Until then there is a link. A classic script: no build step, no import.
(() => {
  const base = new URL(".", document.currentScript.src);
  const HEIGHT_FIRST = 900;
  const [HEIGHT_MIN, HEIGHT_MAX] = [200, 6000];

  /** The address of the figure that an element asks for. */
  function address(element, embed) {
    const url = new URL(base);
    if (embed) url.searchParams.set("embed", "1");
    for (const name of ["lang", "theme"]) {
      if (element.hasAttribute(name)) url.searchParams.set(name, element.getAttribute(name));
    }
    const text = element.scenarioText;
    const pairs = [];
    if (element.hasAttribute("settings")) pairs.push(element.getAttribute("settings"));
    if (text) pairs.push(`text=${encodeURIComponent(text)}`);
    if (element.hasAttribute("start")) pairs.push(`at=${encodeURIComponent(element.getAttribute("start"))}`);
    const name = text ? "own-text" : (element.getAttribute("scenario") ?? "");
    url.hash = pairs.length > 0 ? `${name}?${pairs.join("&")}` : name;
    return url.href;
  }

  class HighwaterPlay extends HTMLElement {
    static observedAttributes = ["scenario", "settings", "lang", "theme", "start"];

    connectedCallback() {
      this.scenarioText ??= (this.textContent ?? "").trim();
      if (!this.shadowRoot) this.build();
      addEventListener("message", this);
      this.observer = new IntersectionObserver(
        (entries) => entries.at(-1).isIntersecting && this.load(),
        { rootMargin: "200px" },
      );
      this.observer.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.observer.disconnect();
    }

    attributeChangedCallback() {
      if (this.frame?.src) this.frame.src = address(this, true);
      if (this.link) this.link.href = address(this, false);
    }

    build() {
      const root = this.attachShadow({ mode: "open" });
      root.innerHTML = `<style>
        :host { display: block; }
        iframe { display: block; width: 100%; border: 0; color-scheme: normal; }
        a { font: 13px/1.8 system-ui, sans-serif; }
      </style><iframe loading="lazy" allow="clipboard-write"></iframe><a target="_blank" rel="noopener">Highwater ↗</a>`;
      this.frame = root.querySelector("iframe");
      this.frame.title = this.getAttribute("title") ?? "Highwater";
      this.frame.style.height = `${Number(this.getAttribute("height")) || HEIGHT_FIRST}px`;
      this.link = root.querySelector("a");
      this.link.href = address(this, false);
    }

    load() {
      this.observer.disconnect();
      if (!this.frame.src) this.frame.src = address(this, true);
    }

    /** Takes the height that the figure reports. Nobody else's message is looked at. */
    handleEvent({ source, origin, data }) {
      if (source !== this.frame.contentWindow || origin !== base.origin) return;
      if (data?.type !== "highwater-height" || !Number.isFinite(data.height)) return;
      // The figure has a link of its own.
      this.link.hidden = true;
      this.frame.style.height = `${Math.min(Math.max(data.height, HEIGHT_MIN), HEIGHT_MAX)}px`;
    }
  }

  if (!customElements.get("highwater-play")) customElements.define("highwater-play", HighwaterPlay);
})();
