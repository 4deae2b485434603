import assert from "node:assert/strict";
import { commands } from "../../src/cli/commands";
import { documents, partOf, reference, standing, standingFiles } from "../../tools/commands";

describe("what is made of the command's declarations", () => {
  for (const command of commands) {
    it(`the reference in docs/commands/${command.name}.md equals it (npm run docs rewrites it)`, () => {
      assert.equal(partOf(command).read(), reference(command));
    });
  }

  it("docs/schemas/ equals the schemas that check what the command writes (npm run docs rewrites it)", () => {
    for (const { file, text } of documents()) assert.equal(standing(file), text, file);
  });

  it("each command that writes JSON has a schema, each schema a command, and each file both", () => {
    const found = documents();
    assert.deepEqual(standingFiles(), found.map(({ file }) => file).sort());
    assert.deepEqual(
      [...new Set(found.flatMap(({ command }) => command ?? []))],
      commands.filter(({ outputs }) => outputs.includes("json")).map(({ name }) => name),
    );
    for (const { file } of found) assert.match(file, /^[a-z-]+-v\d+\.json$/);
  });

  it("every command has its exit codes, and examples of its own", () => {
    for (const { name, examples, exits } of commands) {
      assert.deepEqual(Object.keys(exits), ["0", "1", "2"], name);
      assert.ok(examples.length > 0 && examples.every(({ call }) => call.startsWith(name)), name);
    }
  });
});
