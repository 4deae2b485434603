import { placeText } from "../../description/spec/place";
import { nameOf, nameWithArticle, type ResourceSpec } from "../../description/spec/resource";
import type { Kept } from "../holders";
import type { ObjectId } from "../ids";
import { NOT_VISIBLE } from "./not-visible";
import { anotherResource } from "./owned";

export const SECRET_WRITTEN =
  " Its secret was written again, because the platform does not show whether a failed update changed it.";

const heldText = ({ spec, uid }: ObjectId, holder: string | undefined): string =>
  `${nameOf(spec)} ${uid} was not deleted, because ${anotherResource(holder)} manages it now.`;

/** Why an entry stays whose secret could not be written. */
export const secretText = (object: ObjectId, holder: string | undefined, message: string): string =>
  `${heldText(object, holder)} The old entry stays in the state, because the secret could not be written again: ${message}\n- If the platform refuses this secret, set another one in the program, without ignoreChanges.`;

/** Why an entry stays whose object is not as the state has it. */
export const differsText = (object: ObjectId, holder: string | undefined, paths: readonly string[]): string =>
  `${heldText(object, holder)} The old entry stays in the state, because the object differs from what the state has of that resource: ${paths.join(", ")}. A failed update, or somebody, may have changed it.\n- Run pulumi up --refresh without --target and --exclude, which would delete the object.`;

export function keptText(object: ObjectId, kept: Kept, holder?: string): string {
  const { spec, uid } = object;
  const notDeleted = `${nameOf(spec)} ${uid} was not deleted, because another`;
  switch (kept.why) {
    case "held":
      return `${heldText(object, holder)} Pulumi removes only the old entry from the state.`;
    case "read":
      return [
        `${nameOf(spec)} ${uid} was not deleted, because the program also reads it with get. It stays in the state.`,
        "- If you want to keep it and only read it, run pulumi state delete '<URN of this resource>'.",
        "- If you want to delete it, remove the get from the program, or leave out --run-program, and run the same command again.",
      ].join("\n");
    case "held elsewhere":
      return [
        `${notDeleted} provider of this program manages an object of the same uid at ${shownOrigin(kept.address)}. It stays in the state.`,
        "- If both addresses reach the same platform, give both providers the same baseUrl.",
        "- If one platform is a copy of the other, run pulumi up --target '<URN of this resource>', which leaves out the other provider.",
      ].join("\n");
    case "adoption failed":
      return [
        `${notDeleted} resource of this program was about to adopt it, but was not created. The object stays in the state.`,
        "- Fix the other errors, and run the same command again.",
      ].join("\n");
    case "something failed":
      return [
        `${nameOf(spec)} ${uid} was not deleted, because something else failed. What failed or was skipped may still need it, so it stays until a run in which nothing fails.`,
        "- Fix the other errors, and run the same command again. For pulumi destroy, you can instead leave out --run-program.",
      ].join("\n");
    case "create failed":
      return [
        `${nameOf(spec)} ${uid} was not deleted, because a resource of this program with the same ${placeText(spec)} was not created. The object stays in the state.`,
        '- If you renamed the resource, add aliases: [{ name: "<its former name>" }].',
        "- If its host or provider changes too, replace it in a later update: leave out --replace, undo a taint with pulumi state untaint, and run the same command again.",
        "- Otherwise fix the other errors, and run the same command again. Do this also for a replacement by --replace or a taint.",
      ].join("\n");
  }
}

/** The origin of an address. The rest of it may contain a secret. */
const shownOrigin = (address: string): string =>
  /^https?:/.test(address) && URL.canParse(address) ? new URL(address).origin : "another address";

const NO_REPLACEMENT =
  "- If you did not want to delete it, leave out --replace, and remove replaceOnChanges and deleteBeforeReplace. Undo a taint with pulumi state untaint.";

/** Why a delete is refused that may be half of a replacement (`Peculiar.deletableIf`). */
export function replacementText({ spec, uid }: ObjectId, isDeclared: boolean): string {
  const name = nameOf(spec);
  if (isDeclared) {
    return [
      `${name} ${uid} was not deleted, because the program still contains it. A replacement would delete everything in it. No change requires a replacement.`,
      NO_REPLACEMENT,
    ].join("\n");
  }
  return [
    `${name} ${uid} was not deleted. This update also creates ${nameWithArticle(spec)}, so this may be half of a replacement, which would delete everything in it.`,
    NO_REPLACEMENT,
    "- If you want to delete it, do so in an update that creates no other.",
  ].join("\n");
}

/** Why an object is not deleted that the state has as another kind, so that the rules of its own kind were not applied. */
export const otherKindText = ({ spec, uid }: ObjectId, actual: ResourceSpec): string =>
  [
    `${uid} was not deleted, because it is ${nameWithArticle(actual)}, not ${nameWithArticle(spec)}.`,
    `- Remove this resource from the program, and its entry from the state with pulumi state delete. The ${nameOf(actual)} stays.`,
  ].join("\n");

export const notAllowedText = ({ spec, uid }: ObjectId, input: string): string =>
  [
    `${nameOf(spec)} ${uid} was not deleted, because this also deletes everything in it, and nobody can restore that.`,
    `- If you want to delete it, set ${input}: true, and run pulumi up. Then remove it from the program, or destroy it.`,
  ].join("\n");

export const groupNotVisibleText = ({ spec, uid }: ObjectId, group: string, message: string): string =>
  `${nameOf(spec)} ${uid} was not deleted, because the group ${group} is not visible (${message}), ${NOT_VISIBLE}`;

const answered = ({ spec, uid }: ObjectId): string =>
  `DELETE ${spec.collection}/${uid}: the response was a success, but`;

/** Remedies where something between here and the platform may answer in its place. */
const CHECK_ADDRESS =
  "\n- Check platform:baseUrl (PLATFORM_BASE_URL), or baseUrl of an explicit provider, and run the same command again.";

export const stillThereText = (object: ObjectId): string =>
  `${answered(object)} the ${nameOf(object.spec)} still exists. It stays in the state. A proxy may have sent this response.${CHECK_ADDRESS}`;

export const lookFailedText = (object: ObjectId, message: string): string =>
  [
    `${answered(object)} the read that checks it failed: ${message}. The ${nameOf(object.spec)} stays in the state.`,
    "- Run the same command again.",
  ].join("\n");

export const otherAnswerText = (object: ObjectId): string =>
  `${answered(object)} the read that checks it returned something else. The ${nameOf(object.spec)} stays in the state.${CHECK_ADDRESS}`;

export const unseenDeleteText = ({ spec, uid }: ObjectId): string =>
  `warning: the ${nameOf(spec)} ${uid} was deleted, but this token cannot check that it no longer exists.\n- Ask someone who can read it to check that it no longer exists.`;

export const notRevokedText = (path: string): string =>
  `POST ${path}: the response was a success, but the platform does not say that the token is revoked. It stays in the state.${CHECK_ADDRESS}`;
