import assert from "node:assert/strict";
import { output } from "@pulumi/pulumi";
import { listArtifacts } from "../../../src/description/operations/artifacts";
import { resources } from "../../../src/description/resources";
import { checkValues } from "../../../src/description/spec/check";
import { isOutputText, OUTPUT_TEXT_COMPLAINT } from "../../../src/description/spec/output-text";
import { inputFields } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { ask } from "../../../src/program/lookups/ask";
import { formComplaints } from "../../support/complaints";
import { getRepos } from "../../support/kind-lookups";
import { scriptedClient } from "../../support/scripted";

const name = output("team");
const made = `app-${name}`;

/** Inputs of kinds with a text that was made of an Output, and the place of each: every kind of value that can hold one. */
const broken: readonly (readonly [type: string, inputs: Values, property: string])[] = [
  ["iam:Group", { description: made }, "description"],
  ["registry:Repo", { catalogTier: made }, "catalogTier"],
  ["iam:Role", { capabilities: ["CAP_REPO_LIST", made] }, "capabilities[1]"],
  ["iam:Identity", { claimMatch: { subject: made } }, "claimMatch.subject"],
  ["iam:Identity", { claimMatch: { claims: { a: made } } }, "claimMatch.claims.a"],
  [
    "registry:Repo",
    { customOverlay: { accounts: { users: [{ username: made }] } } },
    "customOverlay.accounts.users[0].username",
  ],
];

describe("a text that was made of an Output", () => {
  it("is known by what the SDK puts into it: in template literals, and in JSON.stringify", () => {
    for (const text of [made, `${name}`, JSON.stringify({ description: name })]) assert.ok(isOutputText(text), text);
    assert.ok(!isOutputText("# readme\n\nCalling [toString] on an [Output<T>] is a mistake"));
  });

  it("is refused at any place, by the name of the input", () => {
    for (const [type, inputs, property] of broken) {
      const found = formComplaints(resources[type] ?? assert.fail(type), inputs).filter(
        (one) => one.property === property,
      );
      assert.deepEqual(
        found.map(({ reason }) => reason),
        [OUTPUT_TEXT_COMPLAINT],
        property,
      );
    }
  });

  it("is refused once: the platform's rules for the text that should be there say nothing", () => {
    for (const spec of Object.values(resources))
      for (const [key, { type }] of inputFields(spec.fields)) {
        const value = type.kind === "list" ? [made] : made;
        assert.deepEqual(
          checkValues(spec.fields, { [key]: value }).filter(({ kind }) => kind !== "form" && kind !== "missing"),
          [],
          `${spec.type} ${key}`,
        );
      }
  });

  it("is refused as the key of a map", () => {
    const spec = resources["iam:Identity"] ?? assert.fail();
    const inputs = {
      parentUid: "a",
      name: "b",
      claimMatch: { issuer: "https://i.example.com", subject: "s", claims: { [made]: "x" } },
    };
    assert.deepEqual(formComplaints(spec, inputs), [
      { property: "claimMatch.claims", reason: `has a key that ${OUTPUT_TEXT_COMPLAINT}`, kind: "form" },
    ]);
  });

  it("is refused in the arguments of a lookup, before anything is sent", async () => {
    // A request would be one too many for it.
    const { client } = scriptedClient([]);
    await assert.rejects(getRepos(client, { name: made }), { message: `getRepos: name ${OUTPUT_TEXT_COMPLAINT}` });
    await assert.rejects(ask(listArtifacts)(client, { ecosystems: [], query: made }), /query was made of an Output/);
  });
});
