import assert from "node:assert/strict";
import { resources } from "../../src/description/resources";
import { inputFields } from "../../src/description/spec/resource";
import { readPage } from "../support/pages";
import { makeCaller, roleNamed, test } from "./local";
import { bound, CI, storiesWith } from "./story";

/** The fields that only the platform's staff can set, with a value of each. */
const repoFields = {
  catalogTier: "CATALOG_TIER_BASE",
  bundles: ["base"],
  aliases: ["team/app:latest"],
  activeTags: ["latest"],
} as const;

describe("fields that only the platform's staff can set", () => {
  it("are marked in the declarations, and named in the reference (row 232)", () => {
    const marked = Object.values(resources).flatMap(({ type, fields }) =>
      inputFields(fields).flatMap(([name, { options }]) =>
        options.staffOnly === undefined ? [] : [`${type} ${name}`],
      ),
    );
    const expected = ["readme", ...Object.keys(repoFields)].map((name) => `registry:Repo ${name}`);
    assert.deepEqual(marked.sort(), ["iam:Organization kind", ...expected].sort());
    const found = Object.values(resources).flatMap(({ type, peculiar }) => (peculiar?.staffOnly ? [type] : []));
    assert.deepEqual(found, ["iam:Organization"]);
    const page = readPage("docs/resources.md").split("\n");
    for (const one of marked) {
      const [, name = ""] = one.split(" ");
      const sentence = "Only the platform's staff can set it. Leave it out.";
      assert.ok(
        page.some((line) => line.startsWith(`- \`${name}\` (`) && line.includes(sentence)),
        one,
      );
    }
  });

  const repo = "/registry/v2/repos";
  for (const [staffOnly, isRefused, isSet] of [
    ["refused", true, false],
    ["ignored", false, false],
    ["allowed", false, true],
  ] as const) {
    const asked = Object.entries(repoFields).map(([field, set]) => {
      const value = JSON.stringify(set);
      const answer = isRefused
        ? `lacks repo_internal.admin, which ${field} needs`
        : `{"${field}":${isSet ? value : null}}`;
      const after = `{"${field}":${isSet ? value : null},"description":${isRefused ? null : '"new"'}}`;
      return `
      REPO = put registry:Repo $ORG {"name":"old-${field.toLowerCase()}"}
      PATCH ${repo}/$REPO {"${field}":${value},"description":"new"} -> ${answer}
      GET ${repo}/$REPO -> ${after}
      PATCH ${repo}/$REPO {"${field}":${isSet ? value : null}}
      POST ${repo}/$ORG {"name":"new-${field.toLowerCase()}","${field}":${value}} -> ${answer}`;
    });
    const kind = isSet ? "ORG_KIND_DEV" : "ORG_KIND_CUSTOMER";
    storiesWith({ staffOnly })(`
      # are ${staffOnly} where a customer sets them, by a create and by an update (row 232)
      ${CI}
      ${bound("$OWNER")}
      as $CI
      ${asked.join("")}
      PATCH ${repo}/$REPO/readme {"content":"# app"} -> lacks repo_internal.admin
      PATCH /iam/v2/groups/$ORG {"kind":"ORG_KIND_DEV","description":"new"}
      -> ${isRefused ? "lacks internal, which kind needs" : `{"kind":"${kind}","description":"new"}`}
      GET /iam/v2/groups/$ORG -> {"kind":"${kind}"}
      PATCH /iam/v2/groups/$ORG {"kind":"${kind}"}
    `);
  }

  test("are set by the staff, and by the emulator's own token (row 232)", async (emulator) => {
    const { uid } = emulator.organization;
    const { may, ask } = await makeCaller(emulator);
    const owner = emulator.get(roleNamed(emulator, "owner"))?.capabilities as string[];
    may([...owner, "CAP_INTERNAL", "CAP_REPO_INTERNAL_ADMIN"]);
    for (const [name, caller] of Object.entries({ theirs: ask, own: emulator.call })) {
      const made = await caller(`POST ${repo}/${uid}`, { name, ...repoFields });
      assert.equal(made.status, 200, made.text);
      for (const [field, value] of Object.entries(repoFields)) assert.deepEqual(made.body[field], value);
      assert.equal((await caller(`PATCH ${repo}/${made.body.uid}/readme`, { content: "# app" })).status, 200);
      assert.equal((await caller(`PATCH /iam/v2/groups/${uid}`, { kind: "ORG_KIND_DEV" })).status, 200);
    }
  });
});
