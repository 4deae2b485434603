import assert from "node:assert/strict";
import { Handle, Kind } from "../../../../src/core/handle";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { resources } from "../../../../src/resources";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { capabilitiesFor } from "../../../../tools/capability-docs";
import { send } from "../../../emulator/local";
import { createContext } from "../../../support/context";
import { seesAll } from "../../../support/lifecycle";
import { clientOf, nextRun, type Platform, startPlatform } from "../../../support/platform";
import { changesOf, minimalInputs, ofCustomers } from "../../../support/samples";

const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app" } as const;
const VERBS = ["create", "read", "update", "delete"] as const;
/** A read of the object after its delete, which must find that it is gone. */
const LATER = "later read";

/** What the roles of the samples grant, which those kinds hand on. */
const HANDED_ON = "CAP_REPO_LIST";
const handOn = ["iam:IdentityProvider", "iam:ExternalGroupRoleMapping"];
const GROUPS = "CAP_IAM_GROUPS_LIST";

/** A run of a caller whose role in the organization has some capabilities. */
async function runWith({ emulator }: Platform, capabilities: readonly string[]) {
  const put = (type: string, body: Record<string, unknown>) =>
    String(emulator.put(type, emulator.organization.uid, body).uid);
  const identityUid = put("iam:Identity", { name: "ci-caller", claimMatch: CI });
  put("iam:RoleBinding", { identityUid, roleUid: put("iam:Role", { name: "of-the-caller", capabilities }) });
  const idToken = await emulator.idToken({ ...CI, audience: new URL(emulator.url).host });
  const { body } = await send(
    emulator.url,
    `POST /sts/exchange?aud=${emulator.url}&identity=${identityUid}`,
    undefined,
    idToken,
  );
  return createContext(clientOf(emulator, String(body.token)), resources, { print: () => undefined });
}

/** Creates, reads, changes and deletes an object with some capabilities, and reads it again. Answers the verb that is refused, if one is. */
async function refusedVerb(spec: ResourceSpec, capabilities: readonly string[]) {
  const platform = await startPlatform();
  const { world } = platform;
  const changes = changesOf(world, spec).filter(({ replaces, field }) => !replaces && !field.options.clientOnly);
  const change = changes.find(({ path: [name = ""] }) => spec.fields[name]?.options.staffOnly === undefined);
  const given = (values: Values) => ofCustomers(spec, values);
  const verbs = verbsOf(spec);
  let verb: (typeof VERBS)[number] | typeof LATER = "create";
  try {
    const context = await runWith(platform, capabilities);
    const { uid, outputs } = await verbs.create(
      new Kind(context, spec),
      given(change?.before ?? minimalInputs(world, spec)),
    );
    const object = new Handle(nextRun(context), spec, uid);
    verb = "read";
    assert.ok(await verbs.read(object, outputs));
    verb = "update";
    if (change !== undefined) await verbs.update(object, outputs, given(change.after));
    verb = "delete";
    await verbs.delete(object, outputs);
    verb = LATER;
    const later = createContext(context.client, resources, { print: () => undefined, sight: seesAll });
    const found = spec.lifecycle === undefined ? await verbs.read(new Handle(later, spec, uid), outputs) : undefined;
    assert.ok(found === undefined || found.outputs.gone === true);
    return undefined;
  } catch (error) {
    assert.match(String(error), /PERMISSION_DENIED|no group above it is visible/, `${verb}: ${error}`);
    return verb;
  } finally {
    await platform.close();
  }
}

describe("the capabilities of docs/resources.md", () => {
  // Nothing is above the root of an organization, so that no role binding counts for its create.
  for (const spec of Object.values(resources).filter(({ peculiar }) => peculiar?.rootOf === undefined)) {
    it(`are enough to create, read, change and delete ${spec.type}, and all of them are needed`, async () => {
      const needed = VERBS.map((verb) => [verb, capabilitiesFor(spec, verb)] as const);
      const own = new Set(needed.flatMap(([, capabilities]) => capabilities));
      const handed = handOn.includes(spec.type) ? [HANDED_ON] : [];
      const all = new Set([GROUPS, ...handed, ...own]);
      assert.equal(await refusedVerb(spec, [...all]), undefined);
      for (const lacking of all) {
        // These two lifecycles take nothing for gone.
        if (lacking === GROUPS && !own.has(GROUPS) && spec.lifecycle !== undefined) continue;
        const refused = await refusedVerb(
          spec,
          [...all].filter((capability) => capability !== lacking),
        );
        const users = needed.filter(([, capabilities]) => capabilities.includes(lacking)).map(([verb]) => verb);
        const others = handed.includes(lacking) ? ["create"] : [LATER, ...(spec.idempotentDelete ? ["delete"] : [])];
        const isRead = users.includes("read");
        assert.ok(refused !== undefined, `${lacking} is not needed`);
        if (!isRead) assert.ok((users.length > 0 ? users : others).includes(refused), `${lacking}: ${refused}`);
      }
    });
  }
});
