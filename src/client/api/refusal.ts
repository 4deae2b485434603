import { parseStatus } from "../../description/wire/status";
import { detailsText } from "./details";
import {
  type Circumstances,
  fromStatus,
  NotFoundError,
  type PlatformError,
  ProtocolError,
  TransportError,
} from "./errors";
import { type Hints, hinted } from "./hints";
import type { Attempt } from "./layers/outcome";
import { excessOf, jsonOf } from "./layers/reply-body";
import { shownStatus } from "./shown";
import type { HttpReply } from "./transport";

/** How a call failed: the number of attempts, its method, why it was not retried, and hints for the user. */
export interface Failure extends Circumstances {
  readonly attempts: number;
  readonly method: string;
  readonly why?: string | undefined;
  readonly hints: Hints;
  readonly tokenHint?: string | undefined;
}

/** Returns the error for a failed call to the platform API. `name` is the name of the request. */
export function errorOf(name: string, attempt: Attempt, failure: Failure): PlatformError {
  const { attempts, why, ambiguous } = failure;
  const notes = [attempts > 1 ? `after ${attempts} attempts` : "", why ?? ""].filter((part) => part !== "");
  const tail = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  if ("failure" in attempt) {
    const { message, unsent, isUnreached } = attempt.failure;
    const text = hinted(`${name}: ${message}${tail}`, isUnreached ? failure.hints.address : undefined);
    return new TransportError(text, ambiguous && !unsent, { cause: attempt.failure });
  }
  const status = parseStatus(jsonOf(attempt.reply));
  if (status === undefined) return protocolError(name, attempt.reply, { ...failure, tail });
  const { retryAfterMs, hints, tokenHint } = failure;
  const error = fromStatus(shownStatus(status), name, { ambiguous, retryAfterMs, tail });
  error.isRefusal = attempts <= 1 && failure.method !== "GET";
  if (error instanceof NotFoundError && error.resource === undefined) {
    error.message += `. ${hinted("The platform does not know this path", hints.address)}`;
  }
  if (error.code === "UNAUTHENTICATED" && tokenHint !== undefined)
    error.message += `. The platform does not accept the token. ${tokenHint}`;
  error.message += detailsText(error.status);
  return error;
}

const isPassing = (status: number): boolean => status === 429 || (status >= 502 && status <= 504);

/** Returns the error for a response that cannot come from the platform: a proxy's page, a redirect, broken JSON. */
function protocolError(
  name: string,
  reply: HttpReply,
  { ambiguous, retryAfterMs, tail, hints }: Failure & { readonly tail: string },
): ProtocolError {
  const { status } = reply;
  if (status >= 300 && status < 400) {
    const what = `${name}: redirected (HTTP ${status}), but redirects are never followed`;
    return new ProtocolError(hinted(what, hints.address), false);
  }
  if (status < 300) {
    const what = excessOf(reply) ?? "the response is not a JSON object";
    return new ProtocolError(hinted(`${name}: ${what}${tail}`, hints.address), ambiguous);
  }
  const what = `${name}: HTTP ${status}, but not from the platform${tail}`;
  // The right address also returns these while the platform is deployed or overloaded.
  const hint = isPassing(status) ? "Run the same command again, because this may be temporary" : hints.address;
  return new ProtocolError(hinted(what, hint), ambiguous, {
    retryAfterMs,
    isUnavailable: status === 502 || status === 503,
  });
}
