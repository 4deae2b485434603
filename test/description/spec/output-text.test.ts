import assert from "node:assert/strict";
import { output } from "@pulumi/pulumi";
import { listArtifacts } from "../../../src/description/operations/artifacts";
import { resources } from "../../../src/description/resources";
import { checkValues } from "../../../src/description/spec/check";
import { isOutputText, OUTPUT_TEXT_COMPLAINT } from "../../../src/description/spec/output-text";
import { inputFields } from "../../../src/description/spec/resource";
import type { Fields, ValueType } from "../../../src/description/spec/types";
import { argumentsOf } from "../../../src/program/lookups/arguments";
import { ask } from "../../../src/program/lookups/ask";
import { formComplaints } from "../../support/complaints";
import { getRepos } from "../../support/kind-lookups";
import { scriptedClient } from "../../support/scripted";

const name = output("team");
const made = `app-${name}`;

/** A value of a type in which the first text that can hold an Output holds it, and the path to it. */
function broken(type: ValueType, path: string): { readonly value: unknown; readonly path: string } | undefined {
  switch (type.kind) {
    case "string":
    case "enum":
      return { value: made, path };
    case "list": {
      const item = broken(type.of, `${path}[0]`);
      return item && { ...item, value: [item.value] };
    }
    case "map": {
      const item = broken(type.of, `${path}."1"`);
      return item && { ...item, value: { 1: item.value } };
    }
    case "message": {
      const [first] = inputFields(type.fields).flatMap(([key, field]) => {
        const found = broken(field.type, `${path}.${key}`);
        return found === undefined ? [] : [{ ...found, value: { [key]: found.value } }];
      });
      return first;
    }
    default:
      return undefined;
  }
}

const refused = (fields: Fields, call: (values: Record<string, unknown>) => { property: string; reason: string }[]) => {
  const inputs = inputFields(fields).flatMap(([key, { type }]) => {
    const found = broken(type, key);
    return found === undefined ? [] : [{ key, ...found }];
  });
  assert.ok(inputs.length > 0);
  for (const { key, value, path } of inputs) {
    const reasons = call({ [key]: value }).filter(({ property }) => property === path);
    assert.deepEqual(
      reasons.map(({ reason }) => reason),
      [OUTPUT_TEXT_COMPLAINT],
      path,
    );
  }
};

describe("a text that was made of an Output", () => {
  it("is known by what the SDK puts into it: in template literals, and in JSON.stringify", () => {
    for (const text of [made, `${name}`, JSON.stringify({ description: name })]) {
      assert.ok(isOutputText(text), text);
    }
    assert.ok(!isOutputText("# readme\n\nCalling [toString] on an [Output<T>] is a mistake"));
  });

  for (const spec of Object.values(resources)) {
    it(`is refused in each text of ${spec.type}, by the name of the input`, () => {
      refused({ ...spec.fields }, (values) => formComplaints(spec, values));
    });
  }

  it("is refused once: the platform's rules for the text that should be there say nothing", () => {
    for (const spec of Object.values(resources)) {
      for (const [key, { type }] of inputFields(spec.fields)) {
        const value = type.kind === "list" ? [made] : made;
        assert.deepEqual(
          checkValues(spec.fields, { [key]: value }).filter(({ kind }) => kind !== "form" && kind !== "missing"),
          [],
          `${spec.type} ${key}`,
        );
      }
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
    refused(argumentsOf(listArtifacts), (values) => checkValues(argumentsOf(listArtifacts), values));
    // A request would be one too many for it.
    const { client } = scriptedClient([]);
    await assert.rejects(getRepos(client, { name: made }), { message: `getRepos: name ${OUTPUT_TEXT_COMPLAINT}` });
    await assert.rejects(ask(listArtifacts)(client, { ecosystems: [], query: made }), /query was made of an Output/);
  });
});
