// A way to a program that is loaded by itself: through a worker, or, where the browser gives none, in
// this thread.
//
// It passes text on and tells which of the two it is. What the text means is said in Rust.

const beside = (name) => new URL(name, document.baseURI).href;

/** Opens a way; `reply` gets every answer. Closing it stops whatever is under way. */
export function open(name, reply) {
  const port = { send: null, close: null, here: false };
  let closed = false;
  const answer = (text) => closed || reply(text);

  const here = () => {
    port.here = true;
    const program = import(beside("program.js")).then(({ load }) => load(name));
    port.send = (text) =>
      program.then(
        (handle) => setTimeout(async () => closed || answer(await handle(text))),
        (error) => answer("error " + error + "\n"),
      );
    port.close = () => program.then((handle) => handle("cancel"), () => {});
  };

  try {
    const worker = new Worker(beside("worker.js?" + name), { type: "module" });
    const waiting = [];
    worker.onmessage = ({ data }) => {
      waiting.shift();
      answer(data);
    };
    // A browser that has workers but not of this type, or a page that forbids them.
    worker.onerror = () => {
      worker.terminate();
      here();
      waiting.splice(0).forEach(port.send);
    };
    port.send = (text) => {
      waiting.push(text);
      worker.postMessage(text);
    };
    port.close = () => worker.terminate();
  } catch {
    here();
  }
  return {
    send: (text) => port.send(text),
    close: () => {
      closed = true;
      port.close();
    },
    here: () => port.here,
  };
}
