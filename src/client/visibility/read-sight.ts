import { role } from "../../description/resources/role";
import { roleBinding } from "../../description/resources/role-binding";
import { pluralOf } from "../../description/spec/resource";
import { isValues, type Values } from "../../description/spec/values";
import { isUid, parentOf } from "../../description/uid";
import type { JsonObject } from "../../description/wire/json";
import { literal, path } from "../../description/wire/path";
import type { Client } from "../api/client";
import { PermissionDeniedError, PlatformError } from "../api/errors";
import { items } from "../api/pages";
import { quoted } from "../api/shown";
import { readAnswer } from "../replies/answer";
import type { Caller } from "./caller";
import { askableKinds, contradictionOf } from "./named-identity";
import { type OwnBinding, Sight } from "./sight";
import { ageOf, type DatedChange, NEW_TOKEN, timeOf, unknownAge } from "./token-age";

/**
 * Reads what a caller sees: a list of its role bindings, and each of their roles. Sends nothing if the caller is unknown. The result is
 * unknown if the platform refuses the requests, or if they contradict what the role bindings permit. Between two tokens of the client, the
 * older one counts. `isAfterNotFound`: the platform did not find the object in question. If it does not refuse to read that one, it does
 * not refuse others of its kind, so only a named identity needs these questions.
 */
export async function readSight(client: Client, caller: Caller, isAfterNotFound = false): Promise<Sight> {
  const { uid, namedBy } = caller;
  const unknown = unknownAge(client);
  if (uid === undefined) return new Sight(caller, [], unknown);
  try {
    const before = await client.token();
    const bindings = await ownBindings(client, uid);
    const ages = [before, await client.token()].map((token) => ageOf(client, token));
    const age = ages.reduce((one, other) => (one.hasAllBefore < other.hasAllBefore ? one : other));
    const sight = new Sight(caller, bindings, age);
    const isNamed = namedBy !== undefined;
    const claim = { uid, isNamed, kinds: isNamed || !isAfterNotFound ? askableKinds : [], sight };
    const contradiction = await contradictionOf(client, claim);
    if (contradiction === undefined) return sight;
    return new Sight(caller, { failure: `${contradiction}, so ${namedBy === undefined ? OLD : OTHER}` }, age);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const failure = `what the token's identity sees cannot be read: ${error.message}`;
    return new Sight(caller, { failure, isRefused: error instanceof PermissionDeniedError }, unknown);
  }
}

const OLD = `the token may be older than these role bindings: ${NEW_TOKEN}`;

const OTHER = `the token may belong to another identity: give the uid of its own with PLATFORM_IDENTITY or --identity. Or it is older than these role bindings: ${NEW_TOKEN}`;

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
      change: { what: `the role binding ${quoted(item.uid)}`, at: timeOf(item) },
    });
  }
  const roles = [...new Set(own.map(({ roleUid }) => roleUid))];
  const granted = new Map(await Promise.all(roles.map(async (uid) => [uid, await readRole(client, uid)] as const)));
  return own.map((binding) => {
    const { capabilities, change } = granted.get(binding.roleUid) ?? {};
    return { ...binding, capabilities, change: laterOf(binding.change, change ?? binding.change) };
  });
}

/** A change without a time may be later. */
const laterOf = (one: DatedChange, other: DatedChange): DatedChange =>
  one.at === undefined || (other.at !== undefined && one.at >= other.at) ? one : other;

const nameIn = (summary: unknown): string =>
  isValues(summary) && typeof summary.name === "string" ? summary.name : "";

/** Undefined if the role cannot be read. */
async function readRole(client: Client, uid: string): Promise<Pick<OwnBinding, "capabilities" | "change"> | undefined> {
  if (!isUid(uid)) return undefined;
  let answer: JsonObject;
  try {
    answer = await client.get(path`${literal(role.collection)}/${uid}`);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return undefined;
  }
  if (answer.uid !== uid) return undefined;
  const { capabilities, name = uid }: Values = readAnswer(role.fields, answer);
  // Nobody in the organization can change a built-in role (platform API: IAM-8), so it is old even without a time.
  const at = timeOf(answer) ?? (parentOf(uid) === undefined ? 0 : undefined);
  return {
    capabilities: Array.isArray(capabilities) ? capabilities.filter((name) => typeof name === "string") : [],
    change: { what: `the last change of the role ${quoted(String(name))}`, at },
  };
}
