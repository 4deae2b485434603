import type { Client } from "../../../api/client";
import { PlatformError, ProtocolError } from "../../../api/errors";
import { shownUid } from "../../../api/shown";
import { resources } from "../../../resources";
import { GROUP } from "../../../spec/place";
import type { ResourceSpec } from "../../../spec/resource";
import { isUid } from "../../../uid";
import { type LiveObject, type LiveOrganization, readBuiltInRoles, readOrganization } from "../../organization/read";
import type { Names } from "./complete";
import { withParents } from "./kinds";

/** A group with what lies in it. */
export interface Live {
  readonly parent: { readonly uid: string; readonly name: string };
  readonly objects: readonly LiveObject[];
  readonly builtInRoles: readonly LiveObject[];
  readonly unlisted: LiveOrganization["unlisted"];
  /** Names by uid that no object here has; more are added as they are learnt. */
  readonly names: Names;
}

/**
 * Reads the objects of some kinds in a group, with those that they lie in, and the built-in roles. Throws PlatformError where the
 * group cannot be seen, and ProtocolError for an object that no path could name.
 */
export async function readAll(client: Client, groupUid: string, kinds: readonly ResourceSpec[]): Promise<Live> {
  const group = resources[GROUP];
  const needed = withParents(kinds);
  const read = await readOrganization(
    client,
    groupUid,
    group === undefined || needed.includes(group) ? needed : [group, ...needed],
  );
  const odd = read.objects.find(({ uid }) => !isUid(uid));
  if (odd !== undefined)
    throw new ProtocolError(`an object came back with a uid that is none: ${shownUid(odd.uid)}`, false);
  const itself = read.objects.find(({ spec, uid }) => spec === group && uid === groupUid);
  const { builtInRoles, refused } = await builtIn(client);
  const named = [...builtInRoles, ...(itself === undefined ? [] : [itself])];
  return {
    parent: { uid: groupUid, name: String(itself?.values.name ?? groupUid) },
    objects: read.objects,
    builtInRoles,
    unlisted: [...read.unlisted, ...refused.filter(({ spec }) => read.unlisted.every((one) => one.spec !== spec))],
    names: new Map(named.map(({ uid, values }) => [uid, String(values.name)])),
  };
}

async function builtIn(client: Client): Promise<{ builtInRoles: LiveObject[]; refused: LiveOrganization["unlisted"] }> {
  const spec = resources["iam:Role"];
  try {
    return { builtInRoles: await readBuiltInRoles(client), refused: [] };
  } catch (error) {
    if (!(error instanceof PlatformError) || spec === undefined) throw error;
    return { builtInRoles: [], refused: [{ spec, error }] };
  }
}
