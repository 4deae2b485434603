import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plannedSteps } from "../../../src/command/stack/preview";
import { UNKNOWN } from "../../../src/description/spec/unknown";
import { writeFiles } from "../../support/workspace";

interface Printed {
  readonly printed: unknown;
  readonly said?: string;
  readonly code?: number;
  readonly held?: readonly unknown[];
}

/** Replaces the CLI: prints a preview or a state, says a text on standard error, and ends with a code. */
async function withPulumi<T>(
  { printed, said = "", code = 0, held = [] }: Printed,
  use: (words: () => string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "fake-pulumi-"));
  const path = process.env.PATH;
  writeFiles(folder, {
    "preview.json": typeof printed === "string" ? printed : JSON.stringify(printed),
    "stack.json": { version: 3, deployment: { resources: held } },
    pulumi: `#!/bin/sh
printf '%s ' "$@" >> '${join(folder, "words")}'
cat '${folder}/'"$1.json"
printf '%s' '${said}' >&2
exit ${code}
`,
  });
  chmodSync(join(folder, "pulumi"), 0o755);
  process.env.PATH = `${folder}:${path}`;
  try {
    return await use(() => readFileSync(join(folder, "words"), "utf8"));
  } finally {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  }
}

const TYPE = "pulumi-nodejs:dynamic/platform/iam:Role";
const urn = `urn:pulumi:dev::site::${TYPE}::puller`;

describe("the steps of a preview", () => {
  it("are those of this package, with their dependencies", async () => {
    const newState = {
      urn,
      type: TYPE,
      custom: true,
      inputs: { name: "puller", __provider: "x" },
      propertyDependencies: { parentUid: ["urn:a"], name: null },
      outputs: null,
    };
    const printed = {
      steps: [
        { op: "create", urn: "urn:stack", newState: { ...newState, type: "pulumi:pulumi:Stack" } },
        { op: "create", urn, newState },
        { op: "delete", urn, oldState: { ...newState, id: "r/p", retainOnDelete: true } },
        { op: "same", urn, oldState: { ...newState, id: "r/q", external: true } },
      ],
    };
    await withPulumi({ printed }, async (words) => {
      const steps = await plannedSteps({ stack: "dev", cwd: "/somewhere" });
      assert.equal(
        words(),
        "preview --stack dev --cwd /somewhere --json --show-sames --show-replacement-steps --non-interactive " +
          "stack export --stack dev --cwd /somewhere --non-interactive ",
      );
      const state = { inputs: newState.inputs, outputs: {}, dependencies: { parentUid: ["urn:a"], name: null } };
      assert.deepEqual(steps, [
        { op: "create", urn, kind: "iam:Role", after: { ...state, isRetained: false } },
        { op: "delete", urn, kind: "iam:Role", before: { ...state, uid: "r/p", isRetained: true } },
        { op: "same", urn, kind: "iam:Role", before: { ...state, uid: "r/q", isRetained: false, isReadOnly: true } },
      ]);
    });
  });

  it("have unknown values in place of secrets, which a preview hides", async () => {
    const inputs = { roleUid: "[secret]", capabilities: ["A", "[secret]"] };
    const printed = { steps: [{ op: "create", urn, newState: { type: TYPE, inputs } }] };
    await withPulumi({ printed }, async () => {
      const [step] = await plannedSteps({});
      assert.deepEqual(step?.after?.inputs, { roleUid: UNKNOWN, capabilities: ["A", UNKNOWN] });
    });
  });

  it("are none for a stack without resources, and are refused in a form that this version does not know", async () => {
    await withPulumi({ printed: { config: {}, changeSummary: null } }, async () =>
      assert.deepEqual(await plannedSteps({}), []),
    );
    await withPulumi({ printed: { steps: "many" } }, () =>
      assert.rejects(plannedSteps({}), /^PulumiError: the Pulumi CLI printed the preview in a form/),
    );
  });

  it("mark resources of an explicit provider, in the state or new", async () => {
    const provider = (name: string) => `urn:pulumi:dev::site::pulumi:providers:pulumi-nodejs::${name}`;
    const marked = { type: "pulumi:providers:pulumi-nodejs", inputs: { "platform:provider": "explicit" } };
    const state = (provider: string | null) => provider && { type: TYPE, inputs: {}, provider };
    const step = (name: string, before: string | null, after: string | null) => {
      return { op: "update", urn: name, oldState: state(before), newState: state(after) };
    };
    const fresh = `${provider("default_fresh")}::04da6b54-80e4-46f7-96ec-b56ff0331ba9`;
    const [held, own] = [`${provider("held")}::1`, `${provider("default")}::2`];
    const printed = {
      steps: [
        { op: "create", urn: provider("default_fresh"), newState: marked },
        { op: "create", urn: provider("default"), newState: { ...marked, inputs: {} } },
        step("own", own, own),
        step("new", null, fresh),
        step("moved", held, own),
        step("gone", held, null),
      ],
    };
    await withPulumi({ printed, held: [{ ...marked, urn: provider("held"), id: "1" }] }, async () => {
      const elsewhere = (await plannedSteps({})).filter(({ isElsewhere }) => isElsewhere);
      assert.deepEqual(
        elsewhere.map(({ urn: name }) => name),
        ["new", "moved", "gone"],
      );
    });
  });

  it("report the message of the program or the provider on one line if they fail", async () => {
    const diagnostics = [
      { message: "fine so far", severity: "info" },
      { message: "Error: parentUid must be\n a uid\u001b[31m", severity: "error" },
    ];
    await withPulumi({ printed: { diagnostics }, said: "error: preview failed", code: 255 }, async () => {
      await assert.rejects(plannedSteps({}), /^PulumiError: pulumi preview: Error: parentUid must be {2}a uid \[31m$/);
    });
    // As a program in YAML.
    const said = { printed: { diagnostics: [{ message: "Error: no such type", severity: "info#err" }] }, code: 255 };
    await withPulumi(said, () => assert.rejects(plannedSteps({}), /pulumi preview: Error: no such type$/));
  });
});
