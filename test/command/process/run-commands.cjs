const { tmpdir } = require("node:os");
const { run } = require("../../../dist/command/run");

/** Runs calls of the built command one after another (quick-call.ts), because directory and environment belong to the process. */
let last = Promise.resolve();

process.on("message", (asked) => {
  last = last.then(async () => process.send(await answer(asked)));
});
process.on("disconnect", () => process.exit(0));

async function answer({ id, words, environment, cwd }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(cwd);
  const printed = { out: "", err: "" };
  const sink = (name) => ({
    write: (text) => {
      printed[name] += text;
    },
    isTerminal: false,
    columns: undefined,
    hasColors: false,
  });
  const code = await run(words, { out: sink("out"), err: sink("err") });
  // A test removes the directory of its calls.
  process.chdir(tmpdir());
  return { id, ended: { code, stdout: printed.out, stderr: printed.err } };
}
