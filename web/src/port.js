// A way to the explorer: through a worker, or, where the browser gives none, in this thread.
//
// It passes text on and tells which of the two it is. What the text means is said in Rust.

const beside = (name) => new URL(name, document.baseURI).href;

/** Opens a way; `reply` gets every answer. Closing it stops whatever is under way. */
export function open(reply) {
  const port = { send: null, close: null, here: false };
  let closed = false;
  const answer = (text) => closed || reply(text);

  const here = () => {
    port.here = true;
    const module = import(beside("explorer.js")).then(async (explorer) => {
      await explorer.default();
      return explorer;
    });
    port.send = (text) =>
      module.then(
        (explorer) => setTimeout(() => closed || answer(explorer.handle(text))),
        (error) => answer("error " + error + "\n"),
      );
    port.close = () => module.then((explorer) => explorer.handle("cancel"), () => {});
  };

  try {
    const worker = new Worker(beside("explorer-worker.js"), { type: "module" });
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
