import type { Client } from "../api/client";
import { PermissionDeniedError, PlatformError } from "../api/errors";
import type { JsonObject } from "../api/json";
import { items } from "../api/pages";
import { literal, path } from "../api/path";
import { role } from "../resources/role";
import { roleBinding } from "../resources/role-binding";
import { pluralOf } from "../spec/resource";
import { isValues, type Values } from "../spec/values";
import { isUid, parentOf } from "../uid";
import { readAnswer } from "../wire/answer";
import type { Caller } from "./caller";
import { contradictionOf } from "./named-identity";
import { type OwnBinding, Sight } from "./sight";

/**
 * Reads what a caller sees: a list of its role bindings, and each of their roles. Sends nothing if the caller is unknown. The result is
 * unknown if the platform refuses the requests, or if they contradict the identity that somebody named.
 */
export async function readSight(client: Client, caller: Caller): Promise<Sight> {
  const { uid, namedBy } = caller;
  if (uid === undefined) return new Sight(caller, []);
  try {
    const sight = new Sight(caller, await ownBindings(client, uid));
    const contradiction = namedBy ? await contradictionOf(client, sight, uid) : undefined;
    return contradiction === undefined ? sight : new Sight(caller, { failure: refuted(contradiction) });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const failure = `what the token's identity sees cannot be read: ${error.message}`;
    return new Sight(caller, { failure, isRefused: error instanceof PermissionDeniedError });
  }
}

const refuted = (contradiction: string): string =>
  `${contradiction}, so the token may belong to another identity: give the uid of its own with PLATFORM_IDENTITY or --identity`;

async function ownBindings(client: Client, identity: string): Promise<OwnBinding[]> {
  const own: Omit<OwnBinding, "capabilities">[] = [];
  const { collection, fields } = roleBinding;
  const list = {
    collection: literal(collection),
    key: pluralOf(roleBinding),
    query: [["identity", identity]] as const,
  };
  for await (const item of items(client, list)) {
    const { identityUid, roleUid, group, role: granted } = readAnswer(fields, item);
    // The server ignores a query that it does not know.
    if (identityUid !== identity || typeof roleUid !== "string" || typeof item.uid !== "string") continue;
    own.push({
      uid: item.uid,
      groupUid: parentOf(item.uid),
      groupName: nameIn(group),
      roleUid,
      roleName: nameIn(granted),
    });
  }
  const roles = [...new Set(own.map(({ roleUid }) => roleUid))];
  const granted = new Map(
    await Promise.all(roles.map(async (uid) => [uid, await capabilitiesOf(client, uid)] as const)),
  );
  return own.map((binding) => ({ ...binding, capabilities: granted.get(binding.roleUid) }));
}

const nameIn = (summary: unknown): string =>
  isValues(summary) && typeof summary.name === "string" ? summary.name : "";

/** The capabilities of a role. Undefined if it cannot be read. */
async function capabilitiesOf(client: Client, uid: string): Promise<readonly string[] | undefined> {
  if (!isUid(uid)) return undefined;
  let answer: JsonObject;
  try {
    answer = await client.get(path`${literal(role.collection)}/${uid}`);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return undefined;
  }
  if (answer.uid !== uid) return undefined;
  const { capabilities }: Values = readAnswer(role.fields, answer);
  return Array.isArray(capabilities) ? capabilities.filter((name) => typeof name === "string") : [];
}
