import assert from "node:assert/strict";
import type { Asked } from "../../../../src/command/commands/access/preview";
import { CLEAN, FOUND, type OutputFormat, UNKNOWN } from "../../../../src/command/declaration";
import { rendered } from "../../../../src/command/output/render";
import { UNKNOWN as UNKNOWN_VALUE } from "../../../../src/description/spec/unknown";
import { differenceOf, fileSink } from "../../live-access";
import { liveObject } from "../../organizations";
import { create, type Inputs, remove } from "../../plan-steps";

const bot = create("iam:Identity", "bot", { parentUid: "r/t", name: "bot" });
/** A role binding, by default of the new identity `bot`, in the root group. */
const binding = (
  name: string,
  more: Inputs = {},
  from: Readonly<Record<string, string[]>> = { identityUid: ["bot"] },
) => create("iam:RoleBinding", name, { parentUid: "r", identityUid: UNKNOWN_VALUE, roleUid: "r/p", ...more }, from);

describe("the report on a pending change", () => {
  it("has a row for each identity and set of capabilities, with the top groups and the number of groups below", () => {
    const { tables, document, exit } = differenceOf([bot, binding("grant")]);
    const gains = { text: "gains", tone: "warning" };
    const capabilities = "CAP_REPO_LIST CAP_TAG_LIST";
    assert.deepEqual(tables[0].rows, [
      ["acme/team/bot (new)", gains, "puller (custom)", capabilities, "acme and 3 below"],
    ]);
    assert.equal(exit, FOUND);
    const [change] = (document as { changes: { identity: unknown; groups: unknown[] }[] }).changes;
    assert.deepEqual(change?.identity, { uid: null, name: "bot", path: "acme/team/bot" });
    assert.equal(change?.groups.length, 4);
  });

  it("has room for 20 new viewers in a comment: Markdown has the capabilities of a role once, below (row 158)", () => {
    const many = Array.from({ length: 51 }, (_, i) => `CAP_SOME_THING_LONG_ENOUGH_${i}_LIST`);
    const auditor = liveObject("iam:Role", "b2", { name: "auditor", capabilities: many });
    const steps = Array.from({ length: 20 }, (_, i) => `bot-${i}`).flatMap((name) => [
      create("iam:Identity", name, { parentUid: "r/t", name }),
      binding(`${name}-grant`, { roleUid: "b2" }, { identityUid: [name] }),
    ]);
    const report = differenceOf(steps, { more: [auditor], output: "markdown" });
    const text = rendered(report, "markdown", { sink: fileSink(), maxLength: 30_000 });
    assert.ok(text.length < 8000 && !text.includes("missing here"), String(text.length));
    assert.equal(text.match(/all 51 of auditor/g)?.length, 21);
    assert.equal(text.split("CAP_SOME_THING_LONG_ENOUGH_7_LIST").length, 2, "once");
  });

  it("tells sets of many capabilities apart in Markdown, also if they have the same text (row 158)", () => {
    const names = (letter: string) => Array.from({ length: 7 }, (_, i) => `CAP_${letter}${i}_LIST`);
    const role = (uid: string, name: string, capabilities: readonly string[]) =>
      liveObject("iam:Role", uid, { name, capabilities });
    const holds = (uid: string, identityUid: string, roleUid: string) =>
      liveObject("iam:RoleBinding", uid, { identityUid, roleUid });
    const more = [
      role("b2", "both", [...names("A"), ...names("B")]),
      role("r/A", "A", names("A")),
      role("r/B", "B", names("B")),
      holds("r/1", "r/t/ci", "r/A"),
      holds("r/2", "person", "r/B"),
    ];
    const steps = ["r/t/ci", "person"].map((who) => binding(`g-${who}`, { identityUid: who, roleUid: "b2" }, {}));
    const { tables } = differenceOf(steps, { more, output: "markdown" });
    const texts = [tables[0].rows.map((row) => row[3]), tables[1]?.rows.map(([text]) => text)];
    for (const both of texts) assert.deepEqual(both?.sort(), ["7 of both", "7 of both (2)"]);
  });

  it("shows everything in a cell, except in a table at a terminal (row 211)", () => {
    const names = Array.from({ length: 7 }, (_, i) => `g${i}`);
    const steps = names.flatMap((name) => [
      create("iam:Group", name, { parentUid: "r/t", name }),
      binding(`in-${name}`, { parentUid: UNKNOWN_VALUE }, { parentUid: [name], identityUid: ["bot"] }),
    ]);
    const groups = (output: OutputFormat, columns?: number) =>
      String(differenceOf([bot, ...steps], { output, ...(columns && { columns }) }).tables[0].rows[0]?.[4]);
    assert.match(groups("table", 80), / and 2 more$/);
    for (const output of ["csv", "wide", "markdown", "table"] as const)
      for (const name of names) assert.ok(groups(output).includes(`acme/team/${name} (new)`), output);
  });

  it("ends with 1 if an effect is unknown, and names the resource with any characters (row 184)", () => {
    const dark = binding("team::web", { identityUid: "r/t/ci", roleUid: UNKNOWN_VALUE });
    const sentence = 'The effect of "team::web" is unknown, because the preview does not show its roleUid.';
    const { exit, notes, tables, said } = differenceOf([bot, binding("grant"), dark]);
    assert.deepEqual([exit, notes[0], tables[0].rows.length, said], [UNKNOWN, sentence, 1, ""]);
    assert.deepEqual([differenceOf([], { gaps: ["It is dark."] }).exit, differenceOf([]).exit], [UNKNOWN, CLEAN]);
    // A spreadsheet has no notes.
    const csv = differenceOf([dark], { gaps: ["It is dark."], output: "csv" });
    assert.equal(csv.said, `incomplete: ${sentence}\nincomplete: It is dark.\n`);
  });

  it("shows other effects of the change in notes, or on standard error if the format has no notes", () => {
    const adopting = { parentUid: "r/t", adoptUid: "r/t/ci", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
    const steps = [create("iam:Group", "w", { parentUid: "r/t", name: "web" }), create("iam:Identity", "ci", adopting)];
    const sentences = [
      '"ci" changes who can act as an identity, with all its access.',
      '"w" exists already (r/t/w). The update fails unless platform:adoptExisting allows it to take over the object. ' +
        'If you renamed the resource, add aliases: [{ name: "<former name>" }].',
    ];
    for (const output of ["table", "csv"] as const) {
      const { notes, exit, said } = differenceOf(steps, { output });
      assert.deepEqual([notes.slice(0, sentences.length), exit], [sentences, FOUND]);
      assert.equal(said, output === "csv" ? sentences.map((sentence) => `note: ${sentence}\n`).join("") : "");
    }
  });

  it("filters by capability, identity and group, with names before and after the change", () => {
    const rows = (asked: Asked) =>
      differenceOf([bot, binding("grant")], { asked }).tables[0].rows.map((row) => row.slice(3).join(" | "));
    assert.deepEqual(rows({ capability: "CAP_TAG_LIST", on: "web" }), ["CAP_TAG_LIST | acme/team/web"]);
    assert.deepEqual(rows({ identity: "bot" }), ["CAP_REPO_LIST CAP_TAG_LIST | acme and 3 below"]);
    assert.deepEqual(rows({ identity: "ann@example.com" }), []);
    assert.throws(() => rows({ identity: "nobody" }), /^Error: there is no identity "nobody"/);
  });

  it("names only the roles that cause a gain or a loss", () => {
    const steps = [
      bot,
      binding("grant"),
      binding("twice", { roleUid: "b1" }),
      binding("elsewhere", { identityUid: "r/t/ci", parentUid: "r/o" }, {}),
      remove("iam:RoleBinding", "x", "r/t/x"),
    ];
    const rows = (asked: Asked) => differenceOf(steps, { asked }).tables[0].rows.map((row) => row[2]);
    assert.deepEqual(rows({ identity: "bot" }), ["puller (custom), viewer"]);
    assert.deepEqual(rows({ identity: "bot", capability: "CAP_TAG_LIST" }), ["puller (custom)"]);
    assert.deepEqual(rows({ identity: "ci", on: "web" }), ["puller (custom)"]);
  });

  it("says in which of two new groups a role counts", () => {
    const steps = [
      create("iam:Group", "outer", { parentUid: "r" }),
      create("iam:Group", "inner", { parentUid: UNKNOWN_VALUE }, { parentUid: ["outer"] }),
      binding("grant", { identityUid: "r/t/ci", parentUid: UNKNOWN_VALUE, roleUid: "b1" }, { parentUid: ["inner"] }),
    ];
    const { notes, tables } = differenceOf(steps);
    assert.equal(
      notes[0],
      '"grant" counts in "acme/outer/inner". It may also be in "acme/outer" above that, which the preview does not show.',
    );
    assert.equal(tables[0].rows[0]?.[4], "acme/outer/inner (new)");
    // Nobody gains anything for certain in the outer group.
    const exits = ["outer", "inner", "ops"].map((on) => differenceOf(steps, { asked: { on } }).exit);
    assert.deepEqual(exits, [UNKNOWN, FOUND, CLEAN]);
  });
});
