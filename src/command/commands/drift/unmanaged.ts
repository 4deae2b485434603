import type { Client } from "../../../client/api/client";
import type { KindSight } from "../../../client/visibility/sight";
import { resources } from "../../../description/resources";
import { identityProvider } from "../../../description/resources/identity-provider";
import { GROUP } from "../../../description/spec/place";
import type { ResourceSpec } from "../../../description/spec/resource";
import type { Values } from "../../../description/spec/values";
import { withAncestors } from "../../../description/uid";
import type { Ignoring } from "../../ignoring/ignoring";
import type { Sort } from "../../ignoring/sorts";
import { compareTexts } from "../../order";
import { Directory, embeddedNames, keyOfObject, type Named, readNames } from "../../organization/directory";
import { type Grant, grantOf, isBuiltIn, rankOf } from "../../organization/grants";
import { type LiveObject, readableKinds, readBuiltInRoles } from "../../organization/read";
import { notChecked } from "../../organization/visibility";
import { type Exemption, type Explanation, exemptionOf, explanationOf, type Known } from "./created-by-others";
import { ObjectNames } from "./object-names";
import { isOfProviders, type Managed, readPlaces, type Scope } from "./scope";

export interface Unmanaged {
  readonly object: LiveObject;
  /** Its name in tables. */
  readonly label: string;
  /** Its name in rules of an ignore file, which also know its uid. */
  readonly ruleName: string;
  readonly place: Named;
  readonly grant: Grant | undefined;
  /** What the role of the grant allows. Undefined if the role cannot be read. */
  readonly capabilities?: readonly string[] | undefined;
  readonly within: string | null;
  readonly contains: number;
}

export interface Explained extends Unmanaged, Explanation {
  readonly by: Named;
}

/** What an object is for the stack. Only a resource that waits for its delete manages a `waiting` one. */
type Relation = "managed" | "waiting" | "unmanaged" | Exemption | Explanation;

export type UnmanagedFound = Awaited<ReturnType<typeof findUnmanaged>>;

export interface Search {
  readonly client: Client;
  readonly scope: Scope;
  readonly managed: readonly Managed[];
  readonly ignoring: Ignoring;
  /** uids of groups that were deleted outside of Pulumi. They are not searched. */
  readonly deleted: ReadonlySet<string>;
  /** Returns what the token sees. It is called after the lists are read. */
  readonly sight: () => Promise<KindSight>;
}

export async function findUnmanaged({ client, scope, managed, ...search }: Search) {
  const { ignoring, deleted, sight } = search;
  const judged = readableKinds.filter((spec) => !ignoring.isWholeKind(spec.type, sortsOf(spec)));
  const kinds = readableKinds.filter((spec) => judged.includes(spec) || informs(spec));
  const groups = scope.groups.filter((group) => !withAncestors(group).some((uid) => deleted.has(uid)));
  const { providers } = scope;
  const { objects, unlisted } = await readPlaces(client, { groups, providers }, kinds);
  const all = new Objects(objects, managed);
  await all.learnNames(client, groups, providers);
  const inScope = all.objects.filter((object) => scope.has(object));
  const relations = new Map(inScope.map((object) => [object, all.relationOf(object)]));
  const objectsThat = (are: (relation: Relation) => boolean) =>
    [...relations].flatMap(([object, relation]) => (are(relation) ? [object] : []));
  const exempt = new Map<Exemption, number>();
  for (const relation of relations.values())
    if (relation === "person" || relation === "mirrored") exempt.set(relation, (exempt.get(relation) ?? 0) + 1);
  const seen = await sight();
  const named = (uid: string) => all.directory.named(uid);
  return {
    objects: inOrder(all.describe(objectsThat((are) => are === "unmanaged"))),
    explained: inOrder(all.describe(objectsThat((are) => typeof are === "object"))).flatMap((one) => {
      const relation = relations.get(one.object);
      return typeof relation === "object" ? [{ ...one, ...relation, by: named(relation.byUid) }] : [];
    }),
    managed: all.describe(all.managed),
    unlisted: unlisted.filter(({ kind }) => kind === null || judged.some(({ type }) => type === kind)),
    assumption: seen.assumption,
    notChecked: [
      ...notChecked(seen, judged, groups.map(named)),
      ...notChecked(seen, judged.filter(isOfProviders), providers.map(named)),
    ],
    exempt,
    // Only resources that wait for their delete manage these.
    waiting: objectsThat((are) => are === "waiting").length,
    elsewhere: managed.filter(({ isOfExplicitProvider }) => isOfExplicitProvider).length,
    groups: groups.map((uid) => ({ ...named(uid), isWhole: scope.isWhole(uid) })),
  };
}

/** The sorts of findings that objects of a kind can be. */
const sortsOf = (spec: ResourceSpec): readonly Sort[] =>
  rankOf(spec) === 0 ? ["unmanaged", "explained"] : ["unmanaged"];

/** Whether objects of a kind are needed to judge others. */
const informs = (spec: ResourceSpec): boolean =>
  rankOf(spec) === 1 ||
  readableKinds.some(({ fields }) =>
    Object.values(fields).some(({ type }) => type.kind === "string" && type.refersTo === spec.type),
  );

/** All objects that were read, with their relation to the stack. */
class Objects implements Known {
  readonly directory: Directory;
  readonly managed: readonly LiveObject[];
  readonly #managed: ReadonlyMap<string, Values>;
  readonly #waiting: ReadonlySet<string>;
  /** Number of objects below a uid. */
  readonly #contents = new Map<string, number>();
  /** Values of built-in roles, by uid. */
  readonly #builtIn = new Map<string, Values>();
  #names?: ObjectNames;

  constructor(
    readonly objects: readonly LiveObject[],
    inState: readonly Managed[],
  ) {
    this.directory = new Directory(objects, objects.flatMap(embeddedNames));
    const held = inState.filter(({ isPendingDelete }) => !isPendingDelete);
    this.#managed = new Map(held.map((resource) => [keyOfObject(resource), resource.values]));
    this.#waiting = new Set(inState.filter(({ isPendingDelete }) => isPendingDelete).map(keyOfObject));
    this.managed = objects.filter((object) => this.#managed.has(keyOfObject(object)));
    for (const { parentUid = "" } of objects)
      for (const above of withAncestors(parentUid)) this.#contents.set(above, (this.#contents.get(above) ?? 0) + 1);
  }

  readonly at = (uid: string): LiveObject | undefined => this.directory.at(uid);
  readonly recordedOf = (managed: LiveObject): Values => this.#managed.get(keyOfObject(managed)) ?? {};
  readonly grantOf = (object: LiveObject): Grant | undefined => grantOf(object, this.directory);

  /** Reads names that the lists lack: of groups above what was read and the identities of grants, of providers, and of built-in roles. */
  async learnNames(client: Client, groups: readonly string[], providers: readonly string[]): Promise<void> {
    const grants = this.objects.flatMap((object) => this.grantOf(object) ?? []);
    const inside = [...groups, ...providers, ...grants.flatMap(({ identity }) => identity?.uid ?? [])];
    const above = inside.flatMap((uid) =>
      withAncestors(uid)
        .slice(1)
        .map((one) => ({ uid: one, kind: GROUP })),
    );
    const own = providers.map((uid) => ({ uid, kind: identityProvider.type }));
    await readNames(client, [...above, ...own], this.directory);
    if (!grants.some(({ role }) => isBuiltIn(role))) return;
    // If they cannot be listed, the uid replaces the name.
    const { objects } = await readBuiltInRoles(client);
    for (const { uid, values } of objects) {
      this.directory.learn(uid, String(values.name));
      this.#builtIn.set(uid, values);
    }
  }

  #capabilitiesOf({ role }: Grant): readonly string[] | undefined {
    const { capabilities } = this.#builtIn.get(role.uid) ?? this.at(role.uid)?.values ?? {};
    return Array.isArray(capabilities) ? capabilities.filter((one) => typeof one === "string") : undefined;
  }

  relationOf(object: LiveObject): Relation {
    const key = keyOfObject(object);
    if (this.#managed.has(key)) return "managed";
    if (this.#waiting.has(key)) return "waiting";
    return explanationOf(object, this) ?? exemptionOf(object, this) ?? "unmanaged";
  }

  describe(found: readonly LiveObject[]): Unmanaged[] {
    this.#names ??= new ObjectNames(this.objects, this.grantOf);
    const names = this.#names;
    const containers = new Set(found.filter(({ spec }) => !spec.uidIsParents).map(({ uid }) => uid));
    return found.map((object) => {
      const { spec, uid, parentUid = "" } = object;
      const place = this.directory.named(parentUid);
      const grant = this.grantOf(object);
      return {
        object,
        label: names.of(object, place),
        ruleName: names.forRules(object, place),
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
