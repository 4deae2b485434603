import { NotFoundError, PlatformError } from "../../client/api/errors";
import { GROUP } from "../../description/spec/place";
import { withAncestors } from "../../description/uid";
import { path } from "../../description/wire/path";
import { type Context, sharedRead } from "../context";
import { groupId } from "../ids";
import { childrenOf, ifListable, objectsOf, selected } from "../lists/request";
import type { RemoteObject } from "../remote-object";
import { contradictionText, hiddenText, noGroupText } from "../texts/not-visible";
import { whyUnproven } from "./kind-visible";

/**
 * Whether NOT_FOUND means that the object no longer exists. A wrong base URL, or a token that does not see the object, gets the same
 * response. So the platform must name this object as missing, or its list must lack it. A group above it must be visible, and something
 * must prove that the token sees objects of this kind there. Earlier reads prove nothing, because this run or somebody else may have
 * removed the token's rights since. Nothing is above a root, so only its delete by this run counts. Returns why it may still exist, and
 * undefined if it does not. Throws PlatformError if the response cannot be trusted.
 */
async function whyMayExist(
  object: RemoteObject,
  error: NotFoundError,
  isKindProven: boolean,
): Promise<string | undefined> {
  const contradiction = (shown: "listed" | "visible") =>
    new PlatformError(contradictionText(error.message, shown), { cause: error });
  const isRoot = object.spec.peculiar?.rootOf !== undefined;
  if (error.resource === undefined && (await isListed(object)) !== false) throw contradiction("listed");
  if (isRoot && isKindProven) return undefined;
  await assertGroupVisible(object, error.message, whyHiddenNow);
  if (isRoot) throw contradiction("visible");
  if (isKindProven || hasDeletedAbove(object) || isSeenAsGroups(object)) return undefined;
  return whyUnproven(object);
}

/** How often work is done again because the token changed. */
const MAX_TOKENS = 3;

/**
 * The result of `work` for an object. Undefined if the object no longer exists. A proof of that is about one token, so `work` is repeated
 * if there is another one in the end. `isKindProven`: the token is known to see such objects there, or this run deleted the root. Throws
 * what `work` throws, and PlatformError.
 */
export async function unlessGone<T>(
  object: RemoteObject,
  work: () => Promise<T>,
  isKindProven = false,
): Promise<T | undefined> {
  const { client } = object.context;
  let token = await client.token();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      const why = await whyMayExist(object, error, isKindProven);
      const after = await client.token();
      const isSame = token === undefined ? after === undefined : token.equals(after);
      if (isSame && why === undefined) return undefined;
      if (isSame || tries === MAX_TOKENS) {
        throw new PlatformError(hiddenText(error.message, object, why ?? "the token changed meanwhile"), {
          cause: error,
        });
      }
      token = after;
    }
  }
}

/** Whether the platform lists an object with its siblings. Undefined if it cannot list the kind. */
export function isListed({ context, spec, uid, parentUid }: RemoteObject): Promise<boolean | undefined> {
  const selection = parentUid === undefined ? objectsOf(spec, [uid]) : childrenOf(spec, parentUid);
  return ifListable(spec, async () => {
    for await (const item of selected(context.client, selection)) if (item.uid === uid) return true;
    return false;
  });
}

/** Whether this run deleted a group above an object, and the object with it. */
const hasDeletedAbove = ({ context, parentUid }: RemoteObject): boolean =>
  parentUid !== undefined && withAncestors(parentUid).some((group) => context.journal.hasDeleted(groupId(group)));

/** Whether a token needs no more capabilities to see an object than to see the group above it, which is visible. */
const isSeenAsGroups = ({ context, spec }: RemoteObject): boolean =>
  spec.needs.see.every((capability) => context.resources[GROUP]?.needs.see.includes(capability));

/** Why a group is not visible. Undefined if it is. A visible group is read once per run, because a new one may appear later. */
export async function whyHidden(context: Context, uid: string): Promise<PlatformError | undefined> {
  const { groups } = context;
  const asked = groups.get(uid) ?? askForGroup(context, uid);
  groups.set(uid, asked);
  let isVisible = false;
  try {
    const why = await asked;
    isVisible = why === undefined;
    return why;
  } finally {
    if (!isVisible && groups.get(uid) === asked) groups.delete(uid);
  }
}

/** Why a group is not visible now. Ignores earlier reads of this run. Simultaneous calls share a read. */
export async function whyHiddenNow(context: Context, uid: string): Promise<PlatformError | undefined> {
  const why = await sharedRead(context, `group ${uid}`, () => askForGroup(context, uid));
  if (why !== undefined) context.groups.delete(uid);
  return why;
}

async function askForGroup(context: Context, uid: string): Promise<PlatformError | undefined> {
  try {
    const group = await context.client.get(path`/iam/v2/groups/${uid}`);
    if (group.uid === uid) return undefined;
    return new PlatformError(`GET /iam/v2/groups/${uid}: the response is about another object`);
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

/**
 * Throws PlatformError unless a group above an object is visible, or this run deleted it. Nothing is above a root, and a missing root may
 * be hidden. `look` reads a group. By default the run remembers visible groups.
 */
export async function assertGroupVisible(object: RemoteObject, said: string, look = whyHidden): Promise<void> {
  const { context, spec, parentUid, uid } = object;
  const above = parentUid === undefined ? [] : withAncestors(parentUid).reverse();
  let cause = new PlatformError(`${uid} has no parent group`);
  for (const group of spec.peculiar?.rootOf === undefined ? above : [uid]) {
    const why = await look(context, group);
    if (why === undefined || context.journal.hasDeleted(groupId(group))) return;
    cause = why;
  }
  throw new PlatformError(noGroupText(said, object), { cause });
}
