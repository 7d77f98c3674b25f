// A program of the page in a worker: takes messages one by one and posts a reply to each. Which program
// it is, the address says: `worker.js?explorer`.
import { load } from "./program.js";

const program = load(location.search.slice(1));
program.catch(() => {});
onmessage = async ({ data }) => {
  let reply;
  try {
    reply = (await program)(data);
  } catch (error) {
    reply = "error " + error + "\n";
  }
  postMessage(await reply);
};
