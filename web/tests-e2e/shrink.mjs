// Makes the script and the module of the built page smaller: short names for what they call each other
// by, and no spaces or comments. What they do stays the same.
//
// wasm-bindgen names every import by its purpose and a hash, in both files. wasm-opt renames them in the
// module and says how; here the script follows, and is then minified. The checksums in index.html
// follow, too. The explorer's files are left alone: they have a budget of their own.
//
//   node shrink.mjs DIST

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { minify } from "terser";

const [dist] = process.argv.slice(2);
if (!dist) {
  console.error("usage: node shrink.mjs DIST");
  process.exit(2);
}
const WASM_OPT = fileURLToPath(new URL("node_modules/binaryen/bin/wasm-opt", import.meta.url));
const OPTIONS = { module: true, compress: { passes: 2 }, mangle: true };

const index = join(dist, "index.html");
let html = readFileSync(index, "utf8");

/** Writes a file of the page and brings its checksum in index.html up to date. */
function replace(path, content) {
  const sum = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  const before = sum(readFileSync(path));
  writeFileSync(path, content);
  html = html.replaceAll(before, sum(readFileSync(path)));
}

/** The only file of the folder whose name fits. */
function only(pattern) {
  const found = readdirSync(dist).filter((name) => pattern.test(name));
  if (found.length !== 1) throw new Error(`${found.length} files of ${dist} fit ${pattern}`);
  return join(dist, found[0]);
}

/** The scripts below a folder. */
function scripts(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name));
}

const module = only(/^web-[0-9a-f]+_bg\.wasm$/);
const script = only(/^web-[0-9a-f]+\.js$/);

const shrunk = `${module}.shrunk`;
const renamed = execFileSync(
  process.execPath,
  [WASM_OPT, module, "--minify-imports-and-exports-and-modules", "-o", shrunk],
  { encoding: "utf8", maxBuffer: 1 << 26 },
);
const { imports, exports } = JSON.parse(renamed);

// All imports come from one module now. Those that wasm-bindgen wrote itself are in `import0`, and the
// functions of our own scripts, each of which was a module, join them.
let text = readFileSync(script, "utf8");
const OURS = "./web_bg.js";
const missing = new Map(imports.filter(([from]) => from === OURS).map(([, name, short]) => [name, short]));
text = text.replace(/^ {8}([A-Za-z0-9_$]+)(?=: )/gm, (line, name) => {
  const short = missing.get(name);
  missing.delete(name);
  return short ? `        ${short}` : line;
});
if (missing.size > 0) throw new Error(`the script lacks ${[...missing.keys()]}`);
const table = /return \{\s*__proto__: null,((?:\s*"[^"]+": import\d+,)+)\s*\};/;
const places = Object.fromEntries(
  [...(table.exec(text)?.[1] ?? "").matchAll(/"([^"]+)": (import\d+)/g)].map(([, from, name]) => [from, name]),
);
const joining = imports
  .filter(([from]) => from !== OURS)
  .map(([from, name, short]) => {
    if (!places[from]) throw new Error(`the script imports nothing from ${from}`);
    return `import0.${short} = ${places[from]}.${name};`;
  });
if (!places[OURS]) throw new Error("the script has no table of imports");
text = text.replace(table, () => `${joining.join("\n")}\nreturn { __proto__: null, a: import0 };`);
for (const [name, short] of exports) {
  const use = new RegExp(`\\bwasm\\.${name.replaceAll("$", "\\$")}(?![A-Za-z0-9_$])`, "g");
  text = text.replace(use, () => `wasm.${short}`);
}

replace(script, (await minify(text, OPTIONS)).code);
replace(module, readFileSync(shrunk));
rmSync(shrunk);
for (const path of scripts(join(dist, "snippets"))) {
  replace(path, (await minify(readFileSync(path, "utf8"), OPTIONS)).code);
}

// The boot script asks for the words of the reader's language by the address that the program will ask
// for: with the same hash of both files, FNV-1a, that the program was built with.
let version = 0x811c9dc5;
for (const lang of ["ko", "en"]) {
  for (const byte of readFileSync(join(dist, "words", `${lang}.txt`))) {
    version = Math.imul(version ^ byte, 0x01000193) >>> 0;
  }
}
if (!html.includes("WORDS-VERSION")) throw new Error("index.html lacks the boot script's mark");
html = html.replaceAll("WORDS-VERSION", version.toString(16));
writeFileSync(index, html);
