import { PlatformError } from "../../client/api/errors";
import { items } from "../../client/api/pages";
import { quoted } from "../../client/api/shown";
import { keyFields, type ResourceSpec } from "../../description/spec/resource";
import { shownInput } from "../../description/spec/shown";
import { rootOf } from "../../description/uid";
import type { Query } from "../../description/wire/api-request";
import type { JsonObject } from "../../description/wire/json";
import { sharedReadOf } from "../context";
import { listRequest } from "../lists/request";
import { Kind, type RemoteObject } from "../remote-object";
import { knownAs } from "../state/known-as";
import { type Dependent, type Dependents, type Link, linksOf } from "../state/links";
import { observe } from "../state/wire";

const MAX_NAMED = 20;

export const dependentsOf = (object: RemoteObject): Promise<Dependents> =>
  findDependents(object, (other) => linksOf(other, object.spec));

/** Why an object must stay: a platform that deletes contents would also delete what this run does not. Undefined if it may go. */
export async function obstacleInside(object: RemoteObject): Promise<string | undefined> {
  const { isProgramRun } = object.context.holders;
  const { found, unlisted } = await contentsOf(object, ({ peculiar }) => isProgramRun || !!peculiar?.deletedWithParent);
  if (found.length > 0) return "it contains objects that this run does not delete";
  const isHidden = unlisted.some(({ peculiar }) => !peculiar?.listMayBeShadowed);
  return isHidden ? "not everything that may be in it could be listed" : undefined;
}

/** The direct contents of an object, of the kinds that fit, without those that this run deleted. */
function contentsOf(object: RemoteObject, fits: (kind: ResourceSpec) => boolean): Promise<Dependents> {
  const { context, spec } = object;
  return findDependents(object, (other) => {
    const inside = fits(other) ? linksOf(other, spec).filter(({ isInside }) => isInside) : [];
    const isLeft = ({ uid }: JsonObject) => !context.journal.hasDeleted({ spec: other, uid: String(uid) });
    return inside.map((link) => ({ ...link, isLinked: (item, uid) => link.isLinked(item, uid) && isLeft(item) }));
  });
}

async function findDependents(object: RemoteObject, linksFrom: (other: ResourceSpec) => Link[]): Promise<Dependents> {
  const { context, uid } = object;
  const look = async (other: ResourceSpec, link: Link): Promise<Dependents> => {
    try {
      const found = await listDependents(new Kind(context, other), uid, link);
      return { found: found.slice(0, MAX_NAMED), unlisted: [], isCut: found.length > MAX_NAMED };
    } catch (error) {
      // The message says so. The refusal itself must be shown, not this error.
      if (error instanceof PlatformError) return { found: [], unlisted: [other], isCut: false };
      throw error;
    }
  };
  const kinds = Object.values(context.resources);
  const all = await Promise.all(kinds.flatMap((other) => linksFrom(other).map((link) => look(other, link))));
  return {
    found: [...new Map(all.flatMap(({ found }) => found).map((found) => [found.uid, found])).values()],
    unlisted: [...new Set(all.flatMap(({ unlisted }) => unlisted))],
    isCut: all.some(({ isCut }) => isCut),
  };
}

/** The objects of a kind that depend on a uid, at most one more than are named. */
async function listDependents(kind: Kind, uid: string, link: Link): Promise<readonly Dependent[]> {
  const { query, field } = link;
  const linkedBy = (selection: Query[number], uids: ReadonlySet<string>) =>
    linkedTo(kind, uids, { ...link, selection });
  if (query !== undefined) return (await linkedBy([query, uid], new Set([uid]))).get(uid) ?? [];
  // Deletes that are blocked at the same time share one list of the organization.
  const organization = rootOf(uid);
  const what = `${kind.spec.type} with ${field} in ${organization}`;
  const found = await sharedReadOf(kind.context, { what, uid }, (uids) =>
    linkedBy(["uidp.descendants_of", organization], uids),
  );
  return found.get(uid) ?? [];
}

async function linkedTo(
  { context, spec }: Kind,
  uids: ReadonlySet<string>,
  { isLinked, selection }: Link & { readonly selection: Query[number] },
): Promise<Map<string, Dependent[]>> {
  const linked = new Map([...uids].map((uid): [string, Dependent[]] => [uid, []]));
  for await (const item of items(context.client, listRequest(spec, [selection]))) {
    // The server ignores a filter that it does not know, so every item is checked here.
    for (const [uid, found] of linked) {
      if (found.length > MAX_NAMED || !isLinked(item, uid)) continue;
      found.push({ spec, uid: String(item.uid), name: displayName(spec, item) });
    }
    if ([...linked.values()].every((found) => found.length > MAX_NAMED)) break;
  }
  return linked;
}

/** What a person calls an object: its name, who has which role where, or the safe part of its key. */
function displayName(spec: ResourceSpec, item: JsonObject): string {
  const seen = observe(spec.fields, item);
  const known = knownAs(spec, seen);
  if (known !== undefined) return known;
  const parts = keyFields(spec).flatMap(([name, { type }]) => {
    const shown = shownInput(type, seen[name]);
    return shown === undefined ? [] : [`${name} ${quoted(shown)}`];
  });
  return parts.join(", ");
}
