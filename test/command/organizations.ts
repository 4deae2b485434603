import { type AccessModel, modelOf } from "../../src/command/access/model";
import { type LiveObject, objectIn, specOf } from "../../src/command/organization/read";
import type { Values } from "../../src/description/spec/values";
import { parentOf } from "../../src/description/uid";
import { Permissions } from "../../src/emulator/access/permissions";
import { backdoor } from "../../src/emulator/backdoor";
import { defaults } from "../../src/emulator/checks";
import type { Capability } from "../../src/emulator/gateway/route";
import { makeWorld } from "../../src/emulator/world";

/** An object as a list would answer it, for tests of what is made of objects. */
export function liveObject(type: string, uid: string, values: Values): LiveObject {
  const parentUid = parentOf(uid);
  return { spec: specOf(type), uid, ...(parentUid === undefined ? {} : { parentUid }), values };
}

/** A small organization: `acme`, `acme/team`, `acme/team/web`; the identity `ci` in team holds puller there. */
export const smallOrganization = (): LiveObject[] => [
  liveObject("iam:Group", "r", { name: "acme" }),
  liveObject("iam:Group", "r/t", { name: "team" }),
  liveObject("iam:Group", "r/t/w", { name: "web" }),
  liveObject("iam:Group", "r/o", { name: "ops" }),
  liveObject("iam:Role", "b1", { name: "viewer", capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"] }),
  liveObject("iam:Role", "r/p", { name: "puller", capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"] }),
  liveObject("iam:Identity", "r/t/ci", { name: "ci" }),
  liveObject("iam:RoleBinding", "r/t/x", { identityUid: "r/t/ci", roleUid: "r/p" }),
  liveObject("iam:RoleBinding", "r/y", {
    identityUid: "person",
    roleUid: "b1",
    identity: { uid: "person", name: "", email: "ann@example.com" },
  }),
];

/** Everything of an emulator but HTTP. */
export interface Organization {
  /** Creates an object as a program would; answers its uid. */
  put(type: string, parentUid: string, body: Readonly<Record<string, unknown>>): string;
  /** Removes an object behind everybody's back. */
  remove(uid: string): void;
  uids(type: string): string[];
  /** What the emulator decides for a token of the identity. */
  decides(identityUid: string, capability: string): (uid: string) => boolean;
  /** The model of what lists answer. */
  model(): AccessModel;
}

/** An emulator without HTTP, with its seed. */
export function startOrganization(): Organization {
  const world = makeWorld(defaults, {});
  const { put, list, remove } = backdoor(world);
  const permissions = new Permissions(world.store);
  return {
    put: (type, parentUid, body) => String(put(type, parentUid, body).uid),
    remove: (uid) => {
      remove(uid);
    },
    uids: (type) => list(type).map(({ uid }) => String(uid)),
    // Any text may be asked for.
    decides: (identityUid, capability) =>
      permissions.rightsOf({ identity: identityUid, scopes: [], capabilities: [] }).at(capability as Capability),
    model: () =>
      modelOf(
        ["iam:Group", "iam:Identity", "iam:Role", "iam:RoleBinding"].flatMap((type) =>
          list(type).map((item) => objectIn(specOf(type), item)),
        ),
      ),
  };
}
