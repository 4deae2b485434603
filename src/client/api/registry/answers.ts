import { isJsonObject, type JsonObject } from "../../../description/wire/json";
import type { Path } from "../../../description/wire/path";
import { isAboutAccess, ProtocolError, RegistryError } from "../errors";
import { type Hints, hinted } from "../hints";
import { excessOf, jsonOf } from "../layers/reply-body";
import { quoted, shownWord } from "../shown";
import type { HttpReply } from "../transport";

export interface RegistryHints extends Hints {
  /** Which token a private image needs, as a sentence without full stop. */
  readonly access?: string;
}

/** The JSON object of a response. Throws RegistryError for an OCI error and every 401 and 403, otherwise ProtocolError. */
export function answerOf(target: Path, reply: HttpReply, hints: RegistryHints): JsonObject {
  const body = jsonOf(reply);
  if (reply.status === 200 && isJsonObject(body)) return body;
  const excess = reply.status === 200 ? excessOf(reply) : undefined;
  if (excess !== undefined) throw new ProtocolError(`GET ${target}: ${excess}`, false);
  const [first] = isJsonObject(body) && Array.isArray(body.errors) ? body.errors.filter(isJsonObject) : [];
  if (first === undefined) {
    const what = `GET ${target}: HTTP ${reply.status}, but not from the registry`;
    const text = hinted(what, hints.address);
    // Another way of access may still work, whatever the form of the refusal (platform API: HIST-6).
    if (isAboutAccess(reply.status)) throw new RegistryError(text, "UNKNOWN", reply.status);
    throw new ProtocolError(text, false);
  }
  const code = shownWord(textOf(first.code) || "UNKNOWN");
  const said = textOf(first.message);
  const message = said === "" ? "the registry gave no message" : quoted(said);
  const hint = isAboutAccess(reply.status)
    ? hints.access
    : /^(NAME|MANIFEST)_UNKNOWN$/.test(code)
      ? UNKNOWN_HINT
      : undefined;
  const text = hinted(`[${code}] GET ${target}: ${message}`, hint);
  throw new RegistryError(text, code, reply.status);
}

const UNKNOWN_HINT =
  "Check the names of organization, image and tag. The image may also be one that this token may not pull";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
