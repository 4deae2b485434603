import type { Client } from "../../client/api/client";
import { PlatformError } from "../../client/api/errors";
import { quoted } from "../../client/api/shown";
import type { Settings } from "../../client/settings";
import type { KindSight } from "../../client/visibility/sight";
import { role } from "../../description/resources/role";
import { nameOf } from "../../description/spec/resource";
import { isUid, rootOf } from "../../description/uid";
import { platformClient } from "../../program/lookups/access";
import { type LiveObject, readBuiltInRoles, readObject, readSeen, specOf } from "../organization/read";
import { notChecked, sightAround } from "../organization/visibility";
import type { CallerFlags } from "../stack/options";
import { accessKinds, offerKinds } from "./kinds";
import { type AccessModel, EVERYWHERE, modelOf } from "./model";
import { groupPath } from "./names";

export interface LiveAccess {
  readonly objects: readonly LiveObject[];
  readonly model: AccessModel;
  /** Sentences that say why every result may be incomplete. */
  readonly gaps: readonly string[];
  readonly sight: KindSight;
  /** Name of the organization of public images, if it is set. */
  readonly publicOrg: string | undefined;
  /** Kinds that offer roles and could not be listed. */
  readonly uncounted: readonly string[];
}

/** Reads access with the settings of a call. Throws ConfigurationError. */
export async function readAccess(settings: Settings, flags: CallerFlags = {}): Promise<LiveAccess> {
  const client = platformClient(settings);
  const publicOrg = settings.find("publicOrg")?.value;
  return readAccessAs(client, await sightAround(client, settings, flags), publicOrg);
}

/** Reads access as a caller sees it, with one list for each kind. `sight` returns what the token can see, and is called after the lists. */
export async function readAccessAs(
  client: Client,
  sight: () => Promise<KindSight>,
  publicOrg?: string,
): Promise<LiveAccess> {
  const [counted, builtIn, others] = await Promise.all([
    readSeen(client, accessKinds),
    readBuiltInRoles(client),
    readSeen(client, offerKinds),
  ]);
  // If every list failed, the first error says why.
  const [first] = counted.unlisted;
  if (first !== undefined && counted.unlisted.length === accessKinds.length) throw first.error;
  const now = client.platformTime();
  // An expired invite offers nothing.
  const offers = others.objects.filter(({ values }) => !(Date.parse(String(values.expirationTime)) <= now));
  const listed = [...builtIn.objects, ...counted.objects, ...offers];
  const roles = await Promise.all(missingRoles(modelOf(listed)).map((uid) => readRole(client, uid)));
  const objects = [...listed, ...roles.filter((one) => typeof one !== "string")];
  return {
    objects,
    model: modelOf(objects),
    gaps: [
      ...[...counted.unlisted, ...others.unlisted].map(({ spec, error }) =>
        unlistedText(`${nameOf(spec)} objects`, error),
      ),
      ...builtIn.unlisted.map(({ error }) => unlistedText("Built-in roles", error)),
      ...roles.flatMap((one) =>
        typeof one === "string" ? `The role ${quoted(one)} cannot be read, so what it allows is unknown.` : [],
      ),
    ],
    sight: await sight(),
    publicOrg,
    uncounted: others.unlisted.map(({ spec }) => spec.type),
  };
}

const unlistedText = (what: string, { message }: PlatformError): string =>
  `${what} cannot be listed: ${quoted(message)}.`;

const missingRoles = ({ bindings, roles }: AccessModel): string[] =>
  [...new Set([...bindings.values()].map(({ roleUid }) => roleUid))].filter((uid) => !roles.has(uid));

async function readRole(client: Client, uid: string): Promise<LiveObject | string> {
  try {
    return isUid(uid) ? await readObject(client, specOf(role.type), uid) : uid;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return uid;
  }
}

/** Returns what a result may lack in the whole organization: lists that failed, and kinds that the token may not see completely. */
export function lackingIn({ model, gaps, sight }: LiveAccess, roots: Iterable<string>) {
  const all = [...new Set(roots)].sort();
  return {
    gaps: all.length > 0 ? gaps : [...gaps, "The token sees no organization."],
    notChecked: notChecked(
      sight,
      [...accessKinds, ...offerKinds],
      all.map((uid) => ({ uid, path: groupPath(model, uid) })),
    ),
  };
}

/** Returns the root groups of the visible organizations. That of public images is only included if it has a role binding. */
export function rootsOf({ model: { bindings, identities, groups }, publicOrg }: LiveAccess): Set<string> {
  const isPublic = (uid: string) => publicOrg !== undefined && groups.get(rootOf(uid)) === publicOrg;
  return new Set(
    [
      ...[...bindings.values()].flatMap(({ groupUid }) => (groupUid === EVERYWHERE ? [] : groupUid)),
      ...[...identities.values()].flatMap(({ uid, who }) => (who === undefined && uid.includes("/") ? uid : [])),
      ...[...groups.keys()].filter((uid) => !isPublic(uid)),
    ].map(rootOf),
  );
}
