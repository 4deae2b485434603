import { resources } from "../../src/description/resources";
import type { ResourceSpec } from "../../src/description/spec/resource";
import type { Values } from "../../src/description/spec/values";
import type { StartObject } from "../../src/emulator";
import { seededRandom } from "../../src/emulator/faults/seeded-random";
import { placed } from "./local-platform";

/** A random organization, as a local platform begins with it. */
export interface RandomOrganization {
  readonly objects: readonly StartObject[];
  readonly groups: readonly string[];
  readonly identities: readonly string[];
  /** Every object of the kinds that may lie in an organization, by kind and uid. */
  readonly uids: readonly (readonly [kind: string, uid: string])[];
  readonly draw: Draw;
}

/** Random choices that are the same for the same seed. */
export interface Draw {
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly one: <T>(items: readonly T[]) => T;
}

export function drawOf(seed: number): Draw {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    chance: (probability) => random() < probability,
    one: (items) => items[below(items.length)] as never, // No list here is empty.
  };
}

const seeing = [...new Set(Object.values(resources).flatMap(({ needs }) => needs.see))].sort();
const names = ["web", "ops", "ci", "data"];
/** A role that sees everything. */
const AUDITOR = "auditor";

const specOf = (type: string): ResourceSpec => {
  const spec = resources[type];
  if (spec === undefined) throw new Error(`there is no kind ${type}`);
  return spec;
};

/** Makes the organization of a seed: nested groups, and in them some of every kind. */
export function randomOrganization(seed: number): RandomOrganization {
  const draw = drawOf(seed);
  const { below, chance, one } = draw;
  const objects: StartObject[] = [placed(specOf("iam:Role"), AUDITOR, { name: AUDITOR, capabilities: seeing })];
  const groups = ["org"];
  let count = 0;
  const put = (type: string, parentUid: string, values: Values): string => {
    count += 1;
    const spec = specOf(type);
    const uid = spec.uidIsParents ? parentUid : `${parentUid}/${count}`;
    objects.push(placed(spec, uid, values));
    return uid;
  };
  const some = (most: number, make: (group: string) => void) => {
    for (let left = 1 + below(most); left > 0; left--) make(one(groups));
  };
  for (let left = 1 + below(5); left > 0; left--) groups.push(put("iam:Group", one(groups), { name: one(names) }));
  const identities = Array.from({ length: 3 }, () =>
    put("iam:Identity", one(groups), { name: one(names), servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
  );
  const roles = [AUDITOR, AUDITOR, "viewer", "owner"];
  // Most lack one capability or two: those are the callers who see almost everything.
  some(3, (group) => {
    const lacking = [one(seeing), one(seeing)];
    const capabilities = seeing.filter((name) => !lacking.includes(name));
    roles.push(put("iam:Role", chance(0.7) ? "org" : group, { name: one(names), capabilities }));
  });
  // Some are bound in the root group, and see all of the organization; some below, and some nowhere.
  const bound = new Set<string>();
  for (let left = 2 + below(4); left > 0; left--) {
    const [group, values] = [chance(0.5) ? "org" : one(groups), { identityUid: one(identities), roleUid: one(roles) }];
    const key = [group, values.identityUid, values.roleUid].join();
    if (!bound.has(key)) put("iam:RoleBinding", group, values);
    bound.add(key);
  }
  const providers: string[] = [];
  some(1, (group) => {
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    providers.push(put("iam:IdentityProvider", group, { name: one(names), defaultRole: one(roles), oidc }));
  });
  for (const provider of providers)
    put("iam:ExternalGroupRoleMapping", provider, {
      externalGroupId: "e",
      roleUid: one(roles),
      scope: "org",
      identityProviderUid: provider,
    });
  some(2, (group) =>
    put("iam:GroupInvite", group, { roleUid: one(roles), keyId: "k", expirationTime: "2026-02-01T00:00:00Z" }),
  );
  some(2, (group) => put("events:Subscription", group, { sink: "https://sink.example.com" }));
  some(1, (group) => {
    const repo = put("registry:Repo", group, { name: one(names) });
    if (chance(0.5)) put("registry:Tag", repo, { name: "v1", digest: `sha256:${"a".repeat(64)}` });
  });
  const uids = objects.flatMap(({ type, uid }) => (uid.includes("/") ? [[type, uid] as const] : []));
  return { objects, groups, identities, uids, draw };
}
