import { parentOf } from "../../../uid";
import { givesAccess } from "../../access/danger";
import type { AccessModel, Binding } from "../../access/model";
import { groupName, identityName, identityPath, roleName } from "../../access/names";
import type { Change } from "../../output/graph";
import type { GraphPage } from "../../page";

/** The content of a page of access. */
interface Shown {
  readonly title: string;
  /** The model, or the part of it that the call asks for. */
  readonly part: AccessModel;
  /** The whole model, with the names of all groups. */
  readonly whole: AccessModel;
  /** Sorted. */
  readonly bindings: readonly Binding[];
  /** The changes of bindings. */
  readonly changes: ReadonlyMap<string, Change>;
}

/** Returns the page of access. It contains each name and uid once; bindings refer to them by index. */
export function graphPage({ title, part, whole, bindings, changes }: Shown): GraphPage {
  // A parent comes before its children, because their uids begin with its uid.
  const groups = placesOf([...part.groups.keys(), ...bindings.map(({ groupUid }) => groupUid)]);
  const identities = placesOf([...part.identities.keys(), ...bindings.map(({ identityUid }) => identityUid)]);
  const roles = placesOf(bindings.map(({ roleUid }) => roleUid));
  const capabilitiesOf = (uid: string) => part.roles.get(uid)?.capabilities ?? [];
  const capabilities = placesOf([...roles.keys()].flatMap(capabilitiesOf));
  const placeOf = (uid: string | undefined) => (uid === undefined ? undefined : groups.get(uid));
  return {
    kind: "graph",
    title,
    groups: [...groups.keys()].map((uid) => ({
      id: uid,
      name: groupName(whole, uid),
      parent: placeOf(parentOf(uid)),
    })),
    identities: [...identities.keys()].map((uid) => {
      const group = placeOf(parentOf(uid));
      return { id: uid, name: group === undefined ? identityPath(whole, uid) : identityName(whole, uid), group };
    }),
    roles: [...roles.keys()].map((uid) => ({
      id: uid,
      name: roleName(part, uid),
      capabilities: capabilitiesOf(uid).map((name) => placeIn(capabilities, name)),
      ...(givesAccess(capabilitiesOf(uid)) ? { givesAccess: true } : {}),
    })),
    capabilities: [...capabilities.keys()],
    bindings: bindings.map(({ uid, identityUid, roleUid, groupUid }) => {
      const [identity, role, group] = [
        placeIn(identities, identityUid),
        placeIn(roles, roleUid),
        placeIn(groups, groupUid),
      ];
      const change = changes.get(uid);
      return change === undefined ? [identity, role, group] : [identity, role, group, change];
    }),
  };
}

/** Returns the sorted texts with their indexes. */
const placesOf = (texts: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...new Set(texts)].sort().map((text, place) => [text, place]));

function placeIn(places: ReadonlyMap<string, number>, text: string): number {
  const place = places.get(text);
  if (place === undefined) throw new Error(`the page does not contain ${text}`);
  return place;
}
