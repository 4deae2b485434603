import type { z } from "zod";
import type { Client } from "../../../api/client";
import { PlatformError } from "../../../api/errors";
import { resources } from "../../../resources";
import type { ResourceSpec } from "../../../spec/resource";
import type { Values } from "../../../spec/values";
import { withAncestors } from "../../../uid";
import type { KindSight } from "../../../visibility/sight";
import type { Ignoring } from "../../ignoring/ignoring";
import { compareTexts } from "../../order";
import { Directory, keyOfObject, type Named } from "../../organization/directory";
import { type Grant, grantOf, isBuiltIn, rankOf } from "../../organization/grants";
import {
  type Listed,
  type LiveObject,
  readableKinds,
  readBuiltInRoles,
  readOrganization,
} from "../../organization/read";
import { type NotChecked, notChecked } from "../../organization/visibility";
import { explanationOf, type Known, type Reason, reasonFor } from "./by-nature";
import { Labels } from "./labels";
import type { driftDocument } from "./schema";
import type { Held, Scope } from "./scope";

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
  /** What the role of the grant allows; undefined where that cannot be read. */
  readonly capabilities?: readonly string[] | undefined;
  /** uid of the nearest object around it that is such a finding too. */
  readonly within: string | null;
  /** How many objects lie in it, at any depth. */
  readonly contains: number;
}

/** A grant that no resource of the stack holds, and that an identity provider of the stack makes when people sign in. */
export interface Explained extends Unmanaged {
  /** The identity provider. */
  readonly by: Named;
}

/** What could not be listed, so that more may be there. */
type Unlisted = NonNullable<z.infer<typeof driftDocument>["unmanaged"]>["unlisted"][number];

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
  const judged = readableKinds.filter(({ type }) => !ignoring.isWholeKind(type));
  const kinds = readableKinds.filter((spec) => judged.includes(spec) || informs(spec));
  const standing = scope.groups.filter((group) => !withAncestors(group).some((uid) => gone.has(uid)));
  const read = await Promise.all(standing.map((group) => readGroup(client, group, kinds)));
  const all = new Objects(
    read.flatMap(({ objects }) => objects),
    held,
  );
  await all.learnBuiltInRoles(client);
  const free = all.objects.filter((object) => scope.has(object) && !all.isHeld(object));
  const byNature = new Map<Reason, number>();
  const [found, explanations]: [LiveObject[], Map<LiveObject, Named>] = [[], new Map()];
  for (const object of free) {
    const reason = reasonFor(object, all);
    if (reason !== undefined) byNature.set(reason, (byNature.get(reason) ?? 0) + 1);
    const by = explanationOf(object, all);
    if (by !== undefined) explanations.set(object, all.directory.named(by.uid));
    else if (reason === undefined) found.push(object);
  }
  const seen = await sight();
  return {
    objects: inOrder(all.describe(found)),
    explained: inOrder(all.describe([...explanations.keys()])).flatMap((one) => {
      const by = explanations.get(one.object);
      return by === undefined ? [] : [{ ...one, by }];
    }),
    held: all.describe(all.held),
    unlisted: read
      .flatMap(({ unlisted }) => unlisted)
      .filter(({ kind }) => kind === null || judged.some(({ type }) => type === kind)),
    assumption: seen.assumption,
    notChecked: notChecked(
      seen,
      judged,
      standing.map((uid) => all.directory.named(uid)),
    ),
    byNature,
    waiting: all.objects.filter((object) => scope.has(object) && all.isOnlyWaiting(object)).length,
    elsewhere: held.filter(({ isOfExplicitProvider }) => isOfExplicitProvider).length,
    groups: standing.map((uid) => ({ ...all.directory.named(uid), isWhole: scope.isWhole(uid) })),
  };
}

/** Whether objects of a kind tell something of others: what refers to them, or whom they grant a role. */
const informs = (spec: ResourceSpec): boolean =>
  rankOf(spec) === 1 ||
  readableKinds.some(({ fields }) =>
    Object.values(fields).some(({ type }) => type.kind === "string" && type.refersTo === spec.type),
  );

async function readGroup(
  client: Client,
  group: string,
  kinds: readonly ResourceSpec[],
): Promise<Pick<Listed, "objects"> & Pick<UnmanagedFound, "unlisted">> {
  try {
    const { objects, unlisted } = await readOrganization(client, group, kinds);
    return {
      objects,
      unlisted: unlisted.map(({ spec, error }) => ({ kind: spec.type, group, message: error.message })),
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { objects: [], unlisted: [{ kind: null, group, message: error.message }] };
  }
}

/** All that was read, and what of it the stack holds. */
class Objects implements Known {
  readonly directory: Directory;
  readonly held: readonly LiveObject[];
  readonly #held: ReadonlySet<string>;
  readonly #waiting: ReadonlySet<string>;
  /** How many objects lie in a uid. */
  readonly #contents = new Map<string, number>();
  /** Values of built-in roles, by uid. */
  readonly #builtIn = new Map<string, Values>();
  #labels?: Labels;

  constructor(
    readonly objects: readonly LiveObject[],
    held: readonly Held[],
  ) {
    this.directory = new Directory(objects);
    this.#held = new Set(held.filter(({ isPendingDelete }) => !isPendingDelete).map(keyOfObject));
    this.#waiting = new Set(held.filter(({ isPendingDelete }) => isPendingDelete).map(keyOfObject));
    this.held = objects.filter((object) => this.#held.has(keyOfObject(object)));
    for (const { parentUid = "" } of objects) {
      for (const above of withAncestors(parentUid)) this.#contents.set(above, (this.#contents.get(above) ?? 0) + 1);
    }
  }

  readonly at = (uid: string): LiveObject | undefined => this.directory.at(uid);

  readonly grantOf = (object: LiveObject): Grant | undefined => grantOf(object, this.directory);

  /** Built-in roles lie in no group. They are read where somebody is granted one. */
  async learnBuiltInRoles(client: Client): Promise<void> {
    const roles = this.objects.flatMap((object) => this.grantOf(object)?.role ?? []);
    if (!roles.some(isBuiltIn)) return;
    // Where they cannot be listed, the uid stands in place of the name.
    const { objects } = await readBuiltInRoles(client);
    for (const { uid, values } of objects) {
      this.directory.learn(uid, String(values.name));
      this.#builtIn.set(uid, values);
    }
  }

  /** What the role of a grant allows; undefined where that was not read. */
  #capabilitiesOf({ role }: Grant): readonly string[] | undefined {
    const values = this.#builtIn.get(role.uid) ?? this.at(role.uid)?.values;
    const { capabilities } = values ?? {};
    return Array.isArray(capabilities) ? capabilities.filter((one) => typeof one === "string") : undefined;
  }

  /** Whether a resource of the stack holds an object, one that waits for its delete too. */
  isHeld(object: LiveObject): boolean {
    return this.isOnlyWaiting(object) || this.#held.has(keyOfObject(object));
  }

  isOnlyWaiting(object: LiveObject): boolean {
    const key = keyOfObject(object);
    return this.#waiting.has(key) && !this.#held.has(key);
  }

  describe(found: readonly LiveObject[]): Unmanaged[] {
    this.#labels ??= new Labels(this.objects, this.grantOf);
    const labels = this.#labels;
    const containers = new Set(found.filter(({ spec }) => !spec.uidIsParents).map(({ uid }) => uid));
    return found.map((object) => {
      const { spec, uid, parentUid = "" } = object;
      const place = this.directory.named(parentUid);
      const grant = this.grantOf(object);
      return {
        object,
        label: labels.of(object, place),
        ruleName: labels.forRules(object, place),
        place,
        grant,
        capabilities: grant && this.#capabilitiesOf(grant),
        within: withAncestors(parentUid).find((above) => containers.has(above)) ?? null,
        contains: spec.uidIsParents ? 0 : (this.#contents.get(uid) ?? 0),
      };
    });
  }
}

const kindOrder = Object.keys(resources);

function inOrder(found: readonly Unmanaged[]): Unmanaged[] {
  const rank = ({ object: { spec } }: Unmanaged) => rankOf(spec) * kindOrder.length + kindOrder.indexOf(spec.type);
  const textOf = ({ place, label, object }: Unmanaged) => [place.name ?? place.uid, label, object.uid].join("\n");
  return [...found].sort((a, b) => rank(a) - rank(b) || compareTexts(textOf(a), textOf(b)));
}
