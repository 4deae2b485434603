import assert from "node:assert/strict";
import { commands, groups } from "../../src/cli/commands";
import { firstWordOf } from "../../src/cli/declaration";
import { documents, pages, partOf, reference, standing, standingFiles } from "../../tools/commands";

describe("what is made of the command's declarations", () => {
  for (const page of pages) {
    it(`the reference in docs/commands/${page.name}.md equals it (npm run docs rewrites it)`, () => {
      assert.equal(partOf(page).read(), reference(page));
    });
  }

  it("docs/schemas/ equals the schemas that check what the command writes (npm run docs rewrites it)", () => {
    for (const { file, text } of documents()) assert.equal(standing(file), text, file);
  });

  it("each command that writes JSON has a schema, each schema a command, and each file both", () => {
    const found = documents();
    assert.deepEqual(standingFiles(), found.map(({ file }) => file).sort());
    assert.deepEqual(
      [...new Set(found.flatMap(({ page }) => page ?? []))],
      [...new Set(commands.filter(({ outputs }) => outputs.includes("json")).map(firstWordOf))],
    );
    for (const { file } of found) assert.match(file, /^[a-z-]+-v\d+\.json$/);
  });

  it("every group has several commands, and no command is named like a group", () => {
    for (const { name } of groups) {
      assert.ok(commands.filter((command) => command.name.startsWith(`${name} `)).length > 1, name);
      assert.ok(!commands.some((command) => command.name === name), name);
    }
    for (const { name } of commands.filter((command) => command.name.includes(" ")))
      assert.ok(
        groups.some((group) => group.name === firstWordOf({ name })),
        name,
      );
  });

  it("every command has its exit codes, and examples of its own", () => {
    for (const { name, examples, exits } of commands) {
      assert.deepEqual(Object.keys(exits).slice(0, 2), ["0", "1"], name);
      // Nothing but a finding ends with 2: not a mistaken call, and no error.
      for (const { ends } of examples) assert.ok(ends in exits, name);
      assert.ok(examples.length > 0 && examples.every(({ call }) => call.startsWith(name)), name);
    }
  });
});
