import type { Client } from "../api/client";
import { InvalidArgumentError, NotFoundError, PermissionDeniedError } from "../api/errors";
import { literal, path } from "../api/path";
import { resources } from "../resources";
import { group } from "../resources/group";
import { identity } from "../resources/identity";
import { roleBinding } from "../resources/role-binding";
import type { ResourceSpec } from "../spec/resource";
import { isWithin, parentOf } from "../uid";
import type { OwnBinding, Sight } from "./sight";

/** A request that the platform must permit if the token belongs to the identity. */
interface Question {
  readonly spec: Pick<ResourceSpec, "type" | "collection">;
  readonly uid: string;
  /** uid of the group of the object. */
  readonly groupUid: string;
  /** Whether the object exists for certain, so that "not found" is a refusal too. */
  readonly exists: boolean;
}

/** No object has this id. If the caller may not see the kind, the platform still refuses the request. */
const NO_ID = "0000000000000000";

/** The kinds that a request by uid can read. */
const kinds: readonly ResourceSpec[] = Object.values(resources).filter(
  ({ type, lifecycle, peculiar }) => lifecycle === undefined && peculiar?.rootOf === undefined && type !== group.type,
);

/**
 * Checks whether an opaque token may belong to the identity that somebody named for it. Compares what the token sees with what the
 * identity's role bindings permit. Returns the contradiction. Undefined is no proof, because the platform may answer "not found" for what
 * it hides. Throws PlatformError if the platform cannot answer.
 */
export async function contradictionOf(client: Client, sight: Sight, uid: string): Promise<string | undefined> {
  const bindings = "failure" in sight.bindings ? [] : sight.bindings;
  const uncovered = bindings.find(({ groupUid }) => groupUid !== undefined && !isSeen(sight, roleBinding, groupUid));
  if (uncovered !== undefined && bindings.every(({ capabilities }) => capabilities !== undefined)) {
    return `the platform shows the token the role binding ${uncovered.uid}, although no role binding lets the identity ${uid} see it`;
  }
  const answers = await Promise.all(questionsFor(sight, bindings, uid).map((question) => refusalOf(client, question)));
  const refused = answers.find((answer) => answer !== undefined);
  if (refused === undefined) return undefined;
  return `the platform refuses the token ${refused.spec.type} objects in ${refused.groupUid}, although role bindings let the identity ${uid} see them`;
}

function questionsFor(sight: Sight, bindings: readonly OwnBinding[], uid: string): Question[] {
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

/** Sends a question. Returns it if the platform refuses it. Throws PlatformError. */
async function refusalOf(client: Client, question: Question): Promise<Question | undefined> {
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
