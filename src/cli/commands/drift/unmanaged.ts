import type { Client } from "../../../api/client";
import { PlatformError } from "../../../api/errors";
import { resources } from "../../../resources";
import type { ResourceSpec } from "../../../spec/resource";
import type { KindSight } from "../../../visibility/sight";
import type { Ignoring } from "../../ignoring/ignoring";
import { type NotChecked, notChecked } from "../../not-checked";
import { rankOf } from "../../organization/grantees";
import {
  type LiveObject,
  type LiveOrganization,
  readableKinds,
  readBuiltInRoles,
  readOrganization,
} from "../../organization/read";
import { explanationOf, type Known, type Reason, reasonFor } from "./by-nature";
import { type Grant, grantOf, type Named, type NameOf, named } from "./grants";
import { Labels } from "./labels";
import { type Held, identityOf, type Scope, withAncestors } from "./scope";

/** An object that no resource of the stack holds. */
export interface Unmanaged {
  readonly object: LiveObject;
  /** What a person would call it. */
  readonly label: string;
  /** What rules of an ignore file call it, beside its uid. */
  readonly ruleName: string;
  /** What it lies in. */
  readonly place: Named;
  readonly grant: Grant | undefined;
  /** uid of the nearest object around it that is such a finding too. */
  readonly within: string | undefined;
  /** How many objects lie in it, at any depth. */
  readonly contains: number;
}

/** A grant that no resource of the stack holds, and that an identity provider of the stack makes when people sign in. */
export interface Explained extends Unmanaged {
  /** The identity provider. */
  readonly by: Named;
}

/** What could not be listed, so that more may be there. */
export interface Unlisted {
  /** Kind of the objects; undefined where a whole group could not be read. */
  readonly kind: string | undefined;
  /** uid of the group that they lie in. */
  readonly group: string;
  readonly message: string;
}

/** What lies in the groups of a stack and is not held by it. */
export interface UnmanagedFound {
  /** Grants first, those to identities before others. */
  readonly objects: readonly Unmanaged[];
  /** Grants that would be among them, if no identity provider of the stack explained them. */
  readonly explained: readonly Explained[];
  /** What rules of an ignore file call the objects that the stack holds. */
  readonly held: readonly Pick<Unmanaged, "object" | "ruleName">[];
  readonly unlisted: readonly Unlisted[];
  /** The kinds that the token is not known to see, by group. */
  readonly notChecked: readonly NotChecked[];
  /** What the answer rests on and nobody can verify: a sentence. */
  readonly assumption: string | undefined;
  /** How many objects are there by nature, by reason. */
  readonly byNature: ReadonlyMap<Reason, number>;
  /** How many are only held by resources that wait for their delete. */
  readonly waiting: number;
  /** How many resources of the stack belong to explicit providers, beside whose objects nobody looked. */
  readonly elsewhere: number;
  /** The groups that were looked through. */
  readonly groups: readonly (Named & { readonly isWhole: boolean })[];
}

/** What to look for, and where. */
export interface Search {
  readonly client: Client;
  readonly scope: Scope;
  readonly held: readonly Held[];
  readonly ignoring: Ignoring;
  /** uids of what the engine found to be deleted, which is not looked into. */
  readonly gone: ReadonlySet<string>;
  /** Tells what the token sees, and is asked after the lists. */
  readonly sight: () => Promise<KindSight>;
}

/** Finds what no resource of a stack holds. What cannot be read is told beside it. */
export async function findUnmanaged({ client, scope, held, ignoring, gone, sight }: Search): Promise<UnmanagedFound> {
  const isMeant = ({ type }: ResourceSpec) => ignoring.isWholeKind(type);
  const kinds = readableKinds.filter((spec) => !isMeant(spec) || informs(spec));
  const standing = scope.groups.filter((group) => !withAncestors(group).some((uid) => gone.has(uid)));
  const read = await Promise.all(standing.map((group) => readGroup(client, group, kinds)));
  const organization = read.flatMap((result) => ("organization" in result ? [result.organization] : []));
  const objects = organization.flatMap((one) => one.objects);
  const names = await namesOf(client, objects);
  const knowing = new Knowing(objects, held, names);
  const free = objects.filter((object) => scope.has(object) && !knowing.isHeld(object));
  const reasons = free.map((object) => reasonFor(object, knowing));
  const explanations = new Map(
    free.flatMap((object) => {
      const by = explanationOf(object, knowing);
      return by === undefined ? [] : [[object, named(by.uid, names)] as const];
    }),
  );
  const seen = await sight();
  const found = free.filter((object, i) => reasons[i] === undefined && !explanations.has(object));
  const byNature = new Map<Reason, number>();
  for (const reason of reasons) if (reason !== undefined) byNature.set(reason, (byNature.get(reason) ?? 0) + 1);
  return {
    objects: inOrder(knowing.describe(found)),
    explained: inOrder(knowing.describe([...explanations.keys()])).flatMap((one) => {
      const by = explanations.get(one.object);
      return by === undefined ? [] : [{ ...one, by }];
    }),
    held: knowing.describe(knowing.held),
    unlisted: [
      ...read.flatMap((result) => ("unlisted" in result ? [result.unlisted] : [])),
      ...organization.flatMap(({ groupUid, unlisted }) =>
        unlisted
          .filter(({ spec }) => !isMeant(spec))
          .map(({ spec, error }) => ({ kind: spec.type, group: groupUid, message: error.message })),
      ),
    ],
    assumption: seen.assumption,
    notChecked: notChecked(
      seen,
      readableKinds.filter((spec) => !isMeant(spec)),
      standing.map((uid) => named(uid, names)),
    ),
    byNature,
    waiting: objects.filter((object) => scope.has(object) && knowing.isOnlyWaiting(object)).length,
    elsewhere: held.filter(({ resource }) => resource.isOfExplicitProvider).length,
    groups: standing.map((uid) => ({ ...named(uid, names), isWhole: scope.isWhole(uid) })),
  };
}

/** Whether objects of a kind tell something of others: what refers to them, or whom they grant a role. */
const informs = (spec: ResourceSpec): boolean =>
  rankOf(spec) === 1 ||
  readableKinds.some(({ fields }) =>
    Object.values(fields).some(({ type }) => type.kind === "string" && type.refersTo === spec.type),
  );

type GroupRead = { readonly organization: LiveOrganization } | { readonly unlisted: Unlisted };

async function readGroup(client: Client, group: string, kinds: readonly ResourceSpec[]): Promise<GroupRead> {
  try {
    return { organization: await readOrganization(client, group, kinds) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { unlisted: { kind: undefined, group, message: error.message } };
  }
}

/** Names by uid. Built-in roles lie in no group, and are asked for where a grant does not tell the name itself. */
async function namesOf(client: Client, objects: readonly LiveObject[]): Promise<NameOf> {
  const names = new Map<string, string>();
  const add = ({ spec, uid, values }: LiveObject) => {
    if (!spec.uidIsParents && typeof values.name === "string") names.set(uid, values.name);
  };
  objects.forEach(add);
  const nameOf: NameOf = (uid) => names.get(uid);
  const isNameless = (object: LiveObject) => {
    const grant = grantOf(object, nameOf);
    return grant !== undefined && grant.role.name === undefined && !grant.role.uid.includes("/");
  };
  if (!objects.some(isNameless)) return nameOf;
  try {
    (await readBuiltInRoles(client)).forEach(add);
  } catch (error) {
    // Then the uid stands in place of the name.
    if (!(error instanceof PlatformError)) throw error;
  }
  return nameOf;
}

/** What is known of all that was read. */
class Knowing implements Known {
  readonly held: readonly LiveObject[];
  readonly #objects = new Map<string, LiveObject>();
  readonly #held = new Set<string>();
  readonly #waiting = new Set<string>();
  /** How many objects lie in a uid. */
  readonly #contents = new Map<string, number>();
  readonly #labels: Labels;

  constructor(
    objects: readonly LiveObject[],
    held: readonly Held[],
    private readonly names: NameOf,
  ) {
    for (const { resource, spec } of held) {
      (resource.isPendingDelete ? this.#waiting : this.#held).add(identityOf(spec, resource.uid));
    }
    for (const object of objects) {
      if (!object.spec.uidIsParents) this.#objects.set(object.uid, object);
      for (const above of withAncestors(object.parentUid ?? "")) {
        this.#contents.set(above, (this.#contents.get(above) ?? 0) + 1);
      }
    }
    this.#labels = new Labels(objects, this.grantOf);
    this.held = objects.filter((object) => this.#held.has(identityOf(object.spec, object.uid)));
  }

  readonly at = (uid: string): LiveObject | undefined => this.#objects.get(uid);

  readonly grantOf = (object: LiveObject): Grant | undefined => grantOf(object, this.names);

  /** Whether a resource of the stack holds an object, one that waits for its delete too. */
  isHeld(object: LiveObject): boolean {
    return this.isOnlyWaiting(object) || this.#held.has(identityOf(object.spec, object.uid));
  }

  isOnlyWaiting({ spec, uid }: LiveObject): boolean {
    const identity = identityOf(spec, uid);
    return this.#waiting.has(identity) && !this.#held.has(identity);
  }

  describe(found: readonly LiveObject[]): Unmanaged[] {
    const containers = new Set(found.filter(({ spec }) => !spec.uidIsParents).map(({ uid }) => uid));
    return found.map((object) => {
      const { spec, uid, parentUid = "" } = object;
      const grant = this.grantOf(object);
      const place = named(parentUid, this.names);
      return {
        object,
        label: this.#labels.of(object, place),
        ruleName: this.#labels.forRules(object, place),
        place,
        grant,
        within: withAncestors(parentUid).find((above) => containers.has(above)),
        contains: spec.uidIsParents ? 0 : (this.#contents.get(uid) ?? 0),
      };
    });
  }
}

const kindOrder = Object.keys(resources);

function inOrder(found: readonly Unmanaged[]): Unmanaged[] {
  const rank = ({ object: { spec } }: Unmanaged) => rankOf(spec) * kindOrder.length + kindOrder.indexOf(spec.type);
  const textOf = ({ place, label, object }: Unmanaged) => [place.name ?? place.uid, label, object.uid].join("\n");
  return [...found].sort((a, b) => rank(a) - rank(b) || compare(textOf(a), textOf(b)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
