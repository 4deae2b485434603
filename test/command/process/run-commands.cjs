const { tmpdir } = require("node:os");
const { run } = require("../../../dist/command/run");

/** Runs a call of the built command (quick-call.ts), to which directory and environment of the process belong. */
process.on("message", async ({ words, environment, cwd }) => {
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
  process.send({ code, stdout: printed.out, stderr: printed.err });
});
process.on("disconnect", () => process.exit(0));
