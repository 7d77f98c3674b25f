// What the reader sees while the page starts, and when it can't.
//
// Trunk writes this file into index.html. It is a classic script in plain syntax on purpose: a
// browser too old for modules or WebAssembly must still be able to say so. It ends its work when
// the application has started and never touches a running page.
(function () {
  "use strict";

  var over = false;

  function finish() {
    over = true;
    window.removeEventListener("error", onError, true);
    window.removeEventListener("unhandledrejection", onRejection);
  }

  function fail(reason) {
    if (over) return;
    finish();
    if (document.body && document.getElementById("boot-failed")) show(reason);
    else document.addEventListener("DOMContentLoaded", function () { show(reason); });
  }

  function show(reason) {
    var app = document.getElementById("app");
    var card = document.getElementById("boot-failed").content.cloneNode(true);
    card.querySelector("[data-boot-reason]").textContent = reason;
    card.querySelector("[data-boot-reload]").addEventListener("click", function () {
      location.reload();
    });
    app.textContent = "";
    app.appendChild(card);
  }

  // Resource failures don't bubble, so the listener below is registered for the capture phase.
  function onError(event) {
    var source = event.target;
    if (source && source !== window && (source.src || source.href)) {
      // A missing icon is no reason to stop; a missing script, style sheet or module is.
      if (/^(SCRIPT|LINK)$/.test(source.tagName) && !/icon/.test(source.rel || "")) {
        fail("not loaded: " + (source.src || source.href));
      }
    } else if (source && source.tagName === "SCRIPT") {
      fail("a script of the page could not be loaded");
    } else {
      fail(String(event.message || "unknown error"));
    }
  }

  function onRejection(event) {
    fail(String(event.reason));
  }

  window.addEventListener("error", onError, true);
  window.addEventListener("unhandledrejection", onRejection);
  window.addEventListener("TrunkApplicationStarted", finish);

  // The poster speaks the reader's language, and is no answer to a link that asks for something else.
  var known = /^(ko|en)/;
  var languages = [(/[?&]lang=(ko|en)/.exec(location.search) || [])[1]];
  try {
    languages.push(localStorage.getItem("highwater.lang"));
  } catch (error) {
    // A page that may store nothing asks the browser.
  }
  languages = languages.concat(navigator.languages || navigator.language).filter(function (lang) {
    return known.test(lang);
  });
  if (languages[0]) document.documentElement.lang = known.exec(languages[0])[0];

  // What the program asks for first is asked for before it is there. Which words fit the build is written
  // in here after it was made; without that nothing is asked for early, and nothing is missing.
  var version = "WORDS-VERSION";
  function early(address) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = "fetch";
    link.crossOrigin = "anonymous";
    link.href = address;
    document.head.appendChild(link);
  }
  if (!/-/.test(version)) early("words/" + document.documentElement.lang + ".txt?" + version);
  var slug = /^#?([a-z0-9-]*)/.exec(location.hash)[1] || "kip101-loss";
  if (location.hash.length > 1 && !/^#kip101-loss($|\?gen=hw$)/.test(location.hash)) {
    document.documentElement.className = "elsewhere";
  }
  if (slug === "kip101-loss") early("scenarios/kip101-loss.hw");

  if (typeof WebAssembly !== "object") fail("no WebAssembly in this browser");
  else if (!("noModule" in document.createElement("script"))) fail("no JavaScript modules in this browser");
})();
