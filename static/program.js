// A program that is loaded by itself, when it is first used: the explorer, the answers.
//
// In a worker or in the page's own thread, it is the same function from a message to a reply.

const beside = (name) => new URL(name, import.meta.url).href;

/** Loads a program by its name; gives the function that replies to its messages. */
export async function load(name) {
  if (!/^[a-z]+$/.test(name)) throw new Error(`no program: ${name}`);
  const program = await import(beside(`${name}.js`));
  await program.default();
  return (message) => {
    const reply = program.handle(message);
    const lang = /^words ([a-z]+)$/.exec(reply)?.[1];
    return lang ? afterWords(program, lang, message) : reply;
  };
}

/** Gives a program the words of a language, which it lacks, and the message once more. */
async function afterWords(program, lang, message) {
  const words = await fetch(beside(`words/${lang}.txt`));
  if (!words.ok || !program.install(lang, await words.text())) {
    return `error no words for ${lang}`;
  }
  return program.handle(message);
}
