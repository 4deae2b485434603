import assert from "node:assert/strict";
import { Sight, type Sighting } from "../../../src/client/visibility/sight";
import { resources } from "../../../src/description/resources/index";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { capabilitiesFor } from "../../../tools/capability-docs";
import { LocalPlatform } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { populate, sightOf } from "../../support/platform";
import { identity, role, roleBinding } from "../../support/resources";
import { changesOf, minimalInputs, ofCustomers } from "../../support/samples";

const VERBS = ["create", "read", "update", "delete"] as const;
/** A read of the object after its delete, which must find that it is gone. */
const LATER = "later read";

/** What the roles of the samples grant, which those kinds hand on. */
const HANDED_ON = "CAP_REPO_LIST";
const handOn = ["iam:IdentityProvider", "iam:ExternalGroupRoleMapping"];
const GROUPS = "CAP_IAM_GROUPS_LIST";

/** What a token sees that sees everything. */
class SeesAll extends Sight {
  override of(): Sighting {
    return { visibility: "visible" };
  }
}
const seesAll = new SeesAll({ uid: "me", scopes: [], capabilities: [] }, [], { hasAllBefore: 0, isKnown: true });

/** Creates, reads, changes and deletes an object with some capabilities, and reads it again. Answers the verb that is refused, if one is. */
async function refusedVerb(spec: ResourceSpec, capabilities: readonly string[]) {
  const platform = new LocalPlatform([], { now: () => new Date() });
  const world = populate(platform.emulator);
  const identityUid = platform.put(identity, "org", { name: "caller", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
  platform.put(roleBinding, "org", {
    identityUid,
    roleUid: platform.put(role, "org", { name: "of-the-caller", capabilities }),
  });
  const token = await platform.tokenOf(identityUid);
  const run = () => verbsIn(platform.run({ sight: sightOf(undefined) }, token), spec);
  const changes = changesOf(world, spec).filter(({ replaces, field }) => !replaces && !field.options.clientOnly);
  const change = changes.find(({ path: [name = ""] }) => spec.fields[name]?.options.staffOnly === undefined);
  const given = (values: Values) => ofCustomers(spec, values);
  let verb: (typeof VERBS)[number] | typeof LATER = "create";
  try {
    const { uid, outputs } = await run().create(given(change?.before ?? minimalInputs(world, spec)));
    const verbs = run();
    verb = "read";
    assert.ok(await verbs.read(uid, outputs));
    verb = "update";
    if (change !== undefined) await verbs.update(uid, outputs, given(change.after));
    verb = "delete";
    await verbs.delete(uid, outputs);
    verb = LATER;
    const later = verbsIn(platform.run({ sight: async () => seesAll }, token), spec);
    const found = spec.lifecycle === undefined ? await later.read(uid, outputs) : undefined;
    assert.ok(found === undefined || found.outputs.gone === true);
    return undefined;
  } catch (error) {
    assert.match(
      String(error),
      /PERMISSION_DENIED|no group above it is visible|its list hides it/,
      `${verb}: ${error}`,
    );
    return verb;
  }
}

describe("the capabilities of docs/resources.md", () => {
  // Nothing is above the root of an organization, so that no role binding counts for its create.
  for (const spec of Object.values(resources).filter(({ peculiar }) => peculiar?.rootOf === undefined))
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
});
