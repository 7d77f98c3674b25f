// A static file server on this machine, as plain as the hosts the page is made for.
//
// It never falls back to index.html, never guesses a name and sets no header that a simple host
// would not set: what works here works anywhere.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { createGzip } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/**
 * Serves `folder` under `prefix` on a free port until `close` is called.
 *
 * @param {string} folder
 * @param {{ prefix?: string, gzip?: boolean }} options `prefix` begins and ends with a slash; `gzip` packs
 *   everything, as most hosts do.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(folder, { prefix = "/", gzip = false } = {}) {
  const server = createServer(async (request, response) => {
    const file = await fileFor(request.url, folder, prefix);
    if (file === undefined) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, ...(gzip && { "content-encoding": "gzip" }) });
    const content = createReadStream(file);
    (gzip ? content.pipe(createGzip()) : content).pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The file a request means, or undefined when there is none within the folder. */
async function fileFor(requested, folder, prefix) {
  const path = decodedPath(requested);
  if (path === undefined || !path.startsWith(prefix)) return undefined;
  const within = path.slice(prefix.length) || "index.html";
  const file = normalize(join(folder, within));
  if (!file.startsWith(normalize(folder + sep))) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? file : undefined;
}

function decodedPath(requested) {
  try {
    return decodeURIComponent(new URL(requested, "http://localhost").pathname);
  } catch {
    return undefined;
  }
}
