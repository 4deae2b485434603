import assert from "node:assert/strict";
import { filesOf } from "../../../../../src/cli/commands/import/program/places";
import { Directory, keyOfObject } from "../../../../../src/cli/organization/directory";
import { liveObject } from "../../../../support/organizations";

describe("the files of a program", () => {
  it("have no name that Windows reserves (row 178)", () => {
    const groups = ["con", "NUL", "Com1", "web"].map((name) => liveObject("iam:Group", `r/${name}`, { name }));
    const files = filesOf(
      groups.map((object) => ({ object, key: keyOfObject(object), path: [], inputs: {}, byUid: false, refersTo: [] })),
      { layout: "a file per group", directory: new Directory(groups), written: {} },
    );
    assert.deepEqual([...files.values()], ["groups/con-2.ts", "groups/nul-2.ts", "groups/com1-2.ts", "groups/web.ts"]);
  });
});
