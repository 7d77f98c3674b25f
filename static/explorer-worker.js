// The explorer in a worker: takes messages one by one and posts a reply to each.
import init, { handle } from "./explorer.js";

const ready = init();
ready.catch((error) => postMessage("error " + error + "\n"));
onmessage = async ({ data }) => {
  await ready;
  postMessage(handle(data));
};
