import type { Client, Query } from "../api/client";
import { collect, items } from "../api/pages";
import { literal } from "../api/path";
import { role } from "../resources/role";
import { pluralOf } from "../spec/resource";
import { type MessageOf, optional, required, string, uid } from "../spec/types";
import { answerOf, checkArguments, NoSingleAnswerError } from "./answers";

const fields = { uid: required(uid("iam:Role")), ...role.fields };

/** A role as the platform holds it; a built-in one has no parent. */
export type RoleResult = {
  /** uid of the role. */
  uid: string;
} & Omit<MessageOf<typeof role.fields>, "parentUid">;

const filters = {
  /** Exact name of the roles. */
  name: optional(string()),
  /** uid of the group that the roles belong to; without it, built-in roles and those of every group. */
  parentUid: optional(uid("iam:Group")),
} as const;

/** Which roles to list. */
export type GetRolesArgs = MessageOf<typeof filters>;

const single = { ...filters, name: required(string()) } as const;

/** Which role to find. */
export type GetRoleArgs = MessageOf<typeof single>;

/** The roles that match, in the order of their uids. Throws ArgumentError and the errors of the client. */
export async function getRoles(client: Client, args: GetRolesArgs = {}): Promise<RoleResult[]> {
  checkArguments("getRoles", filters, args);
  const query: Query = [
    ...(args.name === undefined ? [] : [["name", args.name] as const]),
    ...(args.parentUid === undefined ? [] : [["uidp.children_of", args.parentUid] as const]),
  ];
  const found = await collect(items(client, literal(role.collection), pluralOf(role), query));
  // The server ignores a filter that it does not know, so the name is compared here too.
  return found
    .map((item) => answerOf(fields, item))
    .filter(({ name }) => args.name === undefined || name === args.name);
}

/** The one role of a name. Throws NoSingleAnswerError when there is none or more than one, with the candidates. */
export async function getRole(client: Client, args: GetRoleArgs): Promise<RoleResult> {
  checkArguments("getRole", single, args);
  const found = await getRoles(client, args);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const asked = `getRole: name ${JSON.stringify(args.name)}${args.parentUid === undefined ? "" : `, parentUid "${args.parentUid}"`}`;
  if (only !== undefined) {
    const candidates = found.map(({ uid: candidate }) => `${candidate} (${parentText(candidate)})`).join(", ");
    throw new NoSingleAnswerError(
      `${asked}: ${found.length} roles have this name: ${candidates}. Give parentUid, or use the uid`,
    );
  }
  const { name: _, ...scope } = args;
  const names = [...new Set((await getRoles(client, scope)).map(({ name }) => name))].sort();
  throw new NoSingleAnswerError(
    `${asked}: there is no such role. There are ${names.slice(0, 50).join(", ") || "none"}`,
  );
}

const parentText = (roleUid: string): string =>
  roleUid.includes("/") ? `of the group ${roleUid.slice(0, roleUid.lastIndexOf("/"))}` : "built-in";
