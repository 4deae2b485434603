import assert from "node:assert/strict";
import { commands } from "../../src/command/commands";
import { firstWordOf } from "../../src/command/declaration";
import { documents, storedSchemaFiles } from "../../tools/commands";

describe("the declarations of the commands", () => {
  it("have a schema for each command that writes JSON, a command for each schema, and both for each file", () => {
    const found = documents();
    assert.deepEqual(storedSchemaFiles(), found.map(({ file }) => file).sort());
    const shown = [...new Set(found.flatMap(({ page }) => page ?? []))];
    assert.deepEqual(shown, [...new Set(commands.filter(({ outputs }) => outputs.includes("json")).map(firstWordOf))]);
    for (const { file } of found) assert.match(file, /^[a-z-]+-v\d+\.json$/);
  });

  it("have exit codes and examples for every command", () => {
    for (const { name, examples, exits } of commands) {
      assert.deepEqual(Object.keys(exits).slice(0, 2), ["0", "1"], name);
      // Nothing but a finding ends with 2: not a mistaken call, and no error.
      for (const { ends } of examples) assert.ok(ends in exits, name);
      assert.ok(examples.length > 0 && examples.every(({ call }) => call.startsWith(name)), name);
    }
  });
});
