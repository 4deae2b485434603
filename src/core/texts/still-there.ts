import { nameOf } from "../../spec/resource";
import type { ObjectId } from "../ids";

const title = ({ spec, uid }: ObjectId): string => `DELETE ${spec.collection}/${uid}: the answer was a success, but`;

/** An object is still there after its delete. */
// advice: check-base-url, run-again
export const stillThereText = (object: ObjectId): string =>
  `${title(object)} the ${nameOf(object.spec)} is still there, and stays in the state. Something between here and the platform may answer in its place: check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again`;

/** The look after a delete failed. */
// advice: run-again
export const lookFailedText = (object: ObjectId, message: string): string =>
  `${title(object)} to look whether the ${nameOf(object.spec)} is gone failed: ${message}. It stays in the state; run the same command again`;

/** The look after a delete was answered about another object. */
// advice: check-base-url, run-again
export const otherAnswerText = (object: ObjectId): string =>
  `${title(object)} the look for the ${nameOf(object.spec)} was answered about something else. It stays in the state; check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again`;

/** The token may not look after a delete. */
// advice: let-someone-look
export const unseenDeleteText = ({ spec, uid }: ObjectId): string =>
  `warning: the ${nameOf(spec)} ${uid} was deleted, and this token may not look whether it is gone: let someone look who may`;

/** A token is still live after its revocation. */
// advice: check-base-url, run-again
export const notRevokedText = (path: string): string =>
  `POST ${path}: the answer was a success, but the platform does not say that the token is revoked: it stays in the state. Check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again`;
