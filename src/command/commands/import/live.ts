import type { Client } from "../../../client/api/client";
import { ProtocolError } from "../../../client/api/errors";
import { shownUid } from "../../../client/api/shown";
import { GROUP } from "../../../description/spec/place";
import type { ResourceSpec } from "../../../description/spec/resource";
import { isUid } from "../../../description/uid";
import { Directory, embeddedNames, ownName } from "../../organization/directory";
import { type Listed, type LiveObject, readBuiltInRoles, readOrganization, specOf } from "../../organization/read";
import { withParents } from "./kinds";

export interface Live extends Listed {
  readonly parent: { readonly uid: string; readonly name: string };
  readonly builtInRoles: readonly LiveObject[];
  /** Names and places below the group. It receives more names during the import. */
  readonly directory: Directory;
}

/** Reads the objects of some kinds in a group, their parents, and the built-in roles. Throws PlatformError and ProtocolError. */
export async function readAll(client: Client, groupUid: string, kinds: readonly ResourceSpec[]): Promise<Live> {
  const group = specOf(GROUP);
  const { objects, unlisted } = await readOrganization(client, groupUid, [...new Set([group, ...withParents(kinds)])]);
  const odd = objects.find(({ uid }) => !isUid(uid));
  if (odd !== undefined)
    throw new ProtocolError(`the platform returned an object with an invalid uid: ${shownUid(odd.uid)}`, false);
  const itself = objects.find(({ spec, uid }) => spec === group && uid === groupUid);
  const name = (itself && ownName(itself)) ?? groupUid;
  const { objects: builtInRoles, unlisted: refused } = await readBuiltInRoles(client);
  const directory = new Directory(
    objects.filter((object) => object !== itself),
    [...objects, ...builtInRoles].flatMap(embeddedNames),
  );
  directory.learn(groupUid, name);
  for (const { uid, values } of builtInRoles) directory.learn(uid, String(values.name));
  return {
    parent: { uid: groupUid, name },
    objects,
    builtInRoles,
    unlisted: [...unlisted, ...refused.filter(({ spec }) => unlisted.every((one) => one.spec !== spec))],
    directory,
  };
}
