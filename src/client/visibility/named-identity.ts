import { resources } from "../../description/resources";
import { group } from "../../description/resources/group";
import { identity } from "../../description/resources/identity";
import { roleBinding } from "../../description/resources/role-binding";
import type { ResourceSpec } from "../../description/spec/resource";
import { isWithin, parentOf } from "../../description/uid";
import { literal, path } from "../../description/wire/path";
import type { Client } from "../api/client";
import { InvalidArgumentError, NotFoundError, PermissionDeniedError } from "../api/errors";
import type { Secret } from "../api/secret";
import type { OwnBinding, Sight } from "./sight";

/** A request that the platform must permit if the token belongs to the identity. */
interface IdentityQuestion {
  readonly spec: Pick<ResourceSpec, "type" | "collection">;
  readonly uid: string;
  readonly groupUid: string;
  /** Whether the object exists for certain, so that "not found" is a refusal too. */
  readonly exists: boolean;
}

/** No object has this id. If the caller may not see the kind, the platform still refuses the request. */
const NO_ID = "0000000000000000";

export const askableKinds: readonly ResourceSpec[] = Object.values(resources).filter(
  ({ type, lifecycle, peculiar }) => lifecycle === undefined && peculiar?.rootOf === undefined && type !== group.type,
);

interface Claim {
  readonly uid: string;
  /** Whether somebody named the identity for an opaque token. */
  readonly isNamed: boolean;
  /** The kinds that the platform is asked about, beside groups and the identity itself. */
  readonly kinds: readonly ResourceSpec[];
  readonly sight: Sight;
}

/** The questions that the platform has permitted for each token, because a token keeps its rights (platform API: STS-6). */
const permitted = new WeakMap<Secret, Set<string>>();

/**
 * Checks whether a token may see what the role bindings of its identity permit: an opaque token may belong to another identity than the
 * one that somebody named, and any token may be older than a change of a role binding, of which the platform returns no time (platform
 * API: ANS-6). Asks each question once for a token. Returns the contradiction. Undefined is no proof, because the platform may answer "not
 * found" for what it hides. Throws PlatformError if the platform cannot answer.
 */
export async function contradictionOf(client: Client, claim: Claim): Promise<string | undefined> {
  const { sight, uid, isNamed } = claim;
  const bindings = "failure" in sight.bindings ? [] : sight.bindings;
  const uncovered = bindings.find(({ groupUid }) => groupUid !== undefined && !isCovered(sight, groupUid));
  if (isNamed && uncovered !== undefined && bindings.every(({ capabilities }) => capabilities !== undefined)) {
    return `the platform shows the token the role binding ${uncovered.uid}, although no role binding lets the identity ${uid} see it`;
  }
  const token = await client.token();
  const known = (token && permitted.get(token)) ?? new Set();
  const asked = questionsFor(claim, bindings).filter(({ uid, spec }) => !known.has(`${spec.type} ${uid}`));
  const answers = await Promise.all(asked.map((question) => refusalOf(client, question)));
  const refused = answers.find((answer) => answer !== undefined);
  for (const { uid, spec } of refused === undefined ? asked : []) known.add(`${spec.type} ${uid}`);
  if (token !== undefined) permitted.set(token, known);
  if (refused === undefined) return undefined;
  return `the platform refuses the token ${refused.spec.type} objects in ${refused.groupUid}, although role bindings let the identity ${uid} see them`;
}

/** Whether a role binding of the identity shows role bindings in a group, also if the token may be older. */
function isCovered(sight: Sight, groupUid: string): boolean {
  const sighting = sight.of(roleBinding, groupUid);
  return sighting.visibility === "visible" || sighting.isTokenOld === true;
}

function questionsFor({ uid, kinds, sight }: Claim, bindings: readonly OwnBinding[]): IdentityQuestion[] {
  const groups = [...new Set(bindings.flatMap(({ groupUid }) => groupUid ?? []))];
  const highestFor = (spec: ResourceSpec) => {
    const seen = groups.filter((one) => isSeen(sight, spec, one));
    return seen.filter((one) => !seen.some((other) => other !== one && isWithin(other, one)));
  };
  const home = parentOf(uid);
  return [
    ...highestFor(group).map((one) => ({ spec: group, uid: one, groupUid: one, exists: true })),
    ...(home !== undefined && isSeen(sight, identity, home)
      ? [{ spec: identity, uid, groupUid: home, exists: true }]
      : []),
    ...kinds.flatMap((spec) =>
      highestFor(spec).map((groupUid) => {
        const asked = spec.uidIsParents ? groupUid : `${groupUid}/${NO_ID}`;
        return { spec, uid: asked, groupUid, exists: false };
      }),
    ),
  ];
}

const isSeen = (sight: Sight, spec: Pick<ResourceSpec, "type" | "needs">, groupUid: string): boolean =>
  sight.of(spec, groupUid).visibility === "visible";

/** Returns the question if the platform refuses it. Throws PlatformError. */
async function refusalOf(client: Client, question: IdentityQuestion): Promise<IdentityQuestion | undefined> {
  try {
    await client.get(path`${literal(question.spec.collection)}/${question.uid}`);
    return undefined;
  } catch (error) {
    if (error instanceof PermissionDeniedError) return question;
    if (error instanceof NotFoundError) return question.exists ? question : undefined;
    // A platform may refuse the form of the id before it looks for the object.
    if (error instanceof InvalidArgumentError) return undefined;
    throw error;
  }
}
