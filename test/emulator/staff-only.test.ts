import assert from "node:assert/strict";
import { resources } from "../../src/description/resources";
import { inputFields } from "../../src/description/spec/resource";
import type { Emulator } from "../../src/emulator/index";
import { readPage } from "../support/pages";
import { brief, type Call, roleNamed, send, test, testWith } from "./local";

const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app" } as const;
const { issuer } = CI;

/** A caller with a role of its own in the organization: a customer's, or one of the platform's staff. */
async function callerWith(emulator: Emulator, call: Call, more: readonly string[] = []) {
  const { organization, put, url } = emulator;
  const subject = `caller-${more.length}`;
  const identityUid = put("iam:Identity", organization.uid, { name: subject, claimMatch: { issuer, subject } }).uid;
  const owner = emulator.get(roleNamed(emulator, "owner"))?.capabilities as string[];
  const roleUid = put("iam:Role", organization.uid, { name: subject, capabilities: [...owner, ...more] }).uid;
  put("iam:RoleBinding", organization.uid, { identityUid, roleUid });
  const idToken = await emulator.idToken({ issuer, subject, audience: new URL(url).host });
  const { body } = await send(url, `POST /sts/exchange?aud=${url}&identity=${identityUid}`, undefined, idToken);
  return (request: string, content?: unknown) => call(request, content, String(body.token));
}

const STAFF = ["CAP_INTERNAL", "CAP_REPO_INTERNAL_ADMIN"];

/** The fields that only the platform's staff can set, with a value of each. */
const repoFields = {
  catalogTier: "CATALOG_TIER_BASE",
  bundles: ["base"],
  aliases: ["team/app:latest"],
  activeTags: ["latest"],
} as const;

describe("fields that only the platform's staff can set", () => {
  it("are marked in the declarations, and named in the reference and in the table of what a role needs (row 232)", () => {
    const marked = Object.values(resources).flatMap(({ type, fields }) =>
      inputFields(fields).flatMap(([name, { options }]) =>
        options.staffOnly === undefined ? [] : [`${type} ${name}`],
      ),
    );
    const expected = ["readme", ...Object.keys(repoFields)].map((name) => `registry:Repo ${name}`);
    assert.deepEqual(marked.sort(), ["iam:Organization kind", ...expected].sort());
    assert.deepEqual(
      Object.values(resources).flatMap(({ type, peculiar }) => (peculiar?.staffOnly ? [type] : [])),
      ["iam:Organization"],
    );
    const page = readPage("docs/resources.md").split("\n");
    const inputs = readPage("src/program/generated/inputs.ts").replace(/\s+\*?\s*/g, " ");
    for (const one of marked) {
      const [type = "", name = ""] = one.split(" ");
      const sentence = "Only the platform's staff can set it. Leave it out.";
      assert.ok(
        page.some((line) => line.startsWith(`- \`${name}\` (`) && line.includes(sentence)),
        one,
      );
      assert.match(inputs, new RegExp(`${sentence.replaceAll(".", "\\.")} / ${name}\\?:`));
      const row = page.find((line) => line.startsWith(`| [${type.split(":")[1]}](`)) ?? "";
      assert.ok(row.split("|").at(-2)?.includes(`\`${name}\``), row);
    }
  });

  for (const staffOnly of ["refused", "ignored", "allowed"] as const) {
    testWith({ staffOnly })(
      `are ${staffOnly} where a customer sets them, by a create and by an update (row 232)`,
      async (emulator) => {
        const { organization } = emulator;
        const ask = await callerWith(emulator, emulator.call);
        const at = `/registry/v2/repos/${organization.uid}`;
        const cases: readonly (readonly [field: string, value: unknown, capability: string, uid: string])[] = [
          ...Object.entries(repoFields).map(
            ([field, value]) =>
              [
                field,
                value,
                "repo_internal.admin",
                String(emulator.put("registry:Repo", organization.uid, { name: field.toLowerCase() }).uid),
              ] as const,
          ),
          ["kind", "ORG_KIND_DEV", "internal", organization.uid],
        ];
        for (const [field, value, capability, uid] of cases) {
          const former = emulator.get(uid)?.[field];
          const refusal = [403, 7, `Permission denied: caller lacks ${capability}, which ${field} needs`];
          const path = field === "kind" ? `/iam/v2/groups/${uid}` : `/registry/v2/repos/${uid}`;
          const reply = await ask(`PATCH ${path}`, { [field]: value, description: "new" });
          if (staffOnly === "refused") assert.deepEqual(brief(reply), refusal);
          else assert.equal(reply.status, 200, reply.text);
          assert.deepEqual(emulator.get(uid)?.[field], staffOnly === "allowed" ? value : former, field);
          assert.equal(emulator.get(uid)?.description === "new", staffOnly !== "refused");
          // What stays as it is, is not set.
          assert.equal((await ask(`PATCH ${path}`, { [field]: emulator.get(uid)?.[field] })).status, 200);
          if (field === "kind") continue;
          const made = await ask(`POST ${at}`, { name: `new-${field.toLowerCase()}`, [field]: value });
          if (staffOnly === "refused") assert.deepEqual(brief(made), refusal);
          else assert.deepEqual(made.body[field], staffOnly === "allowed" ? value : undefined, made.text);
        }
        // The request for a readme names the capability, whatever becomes of the others.
        const [, , , uid = ""] = cases[0] ?? [];
        const readme = await ask(`PATCH /registry/v2/repos/${uid}/readme`, { content: "# app" });
        assert.deepEqual(brief(readme), [403, 7, "Permission denied: caller lacks repo_internal.admin"]);
      },
    );
  }

  test("are set by the staff, and by the emulator's own token (row 232)", async (emulator) => {
    const { organization } = emulator;
    for (const [name, ask] of [
      ["theirs", await callerWith(emulator, emulator.call, STAFF)],
      ["own", emulator.call],
    ] as const) {
      const made = await ask(`POST /registry/v2/repos/${organization.uid}`, { name, ...repoFields });
      assert.equal(made.status, 200, made.text);
      for (const [field, value] of Object.entries(repoFields)) assert.deepEqual(made.body[field], value);
      assert.equal((await ask(`PATCH /registry/v2/repos/${made.body.uid}/readme`, { content: "# app" })).status, 200);
      assert.equal((await ask(`PATCH /iam/v2/groups/${organization.uid}`, { kind: "ORG_KIND_DEV" })).status, 200);
    }
  });
});
