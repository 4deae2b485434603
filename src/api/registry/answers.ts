import { PlatformError, ProtocolError } from "../errors";
import { hinted } from "../hints";
import { isJsonObject, type JsonObject } from "../json";
import { excessOf, jsonOf } from "../layers/reply-body";
import type { Path } from "../path";
import { quoted, shownWord } from "../shown";
import type { HttpReply } from "../transport";

/** What a user can do about a failure at the registry, as words for the end of a message; what is absent is left out. */
export interface RegistryHints {
  /** Where the registry's address is set. */
  readonly address?: string;
  /** Which token a private image needs, as a sentence without its full stop. */
  readonly access?: string;
  /** Where the time that an operation may take is set. */
  readonly timeLimit?: string;
}

/** The registry refused: it does not know the tag, or the token does not reach it. */
export class RegistryError extends PlatformError {
  override readonly name = "RegistryError";
  constructor(
    message: string,
    /** Code of the OCI error, MANIFEST_UNKNOWN. */
    readonly reason: string,
    /** Its HTTP status. */
    readonly http: number,
  ) {
    super(message);
  }

  /** Whether another token may open what was asked for. */
  get isAboutAccess(): boolean {
    return isAboutAccess(this.http);
  }
}

const isAboutAccess = (http: number): boolean => http === 401 || http === 403;

/** The object of an answer. Throws RegistryError for a refusal in the registry's form (OCI), else ProtocolError. */
export function answerOf(target: Path, reply: HttpReply, hints: RegistryHints): JsonObject {
  const body = jsonOf(reply);
  if (reply.status === 200 && isJsonObject(body)) return body;
  const excess = reply.status === 200 ? excessOf(reply) : undefined;
  if (excess !== undefined) throw new ProtocolError(`GET ${target}: ${excess}`, false);
  const [first] = isJsonObject(body) && Array.isArray(body.errors) ? body.errors.filter(isJsonObject) : [];
  if (first === undefined) {
    const what = `GET ${target}: HTTP ${reply.status}, and not in the registry's form`;
    throw new ProtocolError(hinted(what, hints.address), false);
  }
  const hint = isAboutAccess(reply.status) && hints.access !== undefined ? `. ${hints.access}` : "";
  const code = shownWord(textOf(first.code) || "UNKNOWN");
  const said = textOf(first.message);
  const message = said === "" ? "the registry gave no message" : quoted(said);
  throw new RegistryError(`[${code}] GET ${target}: ${message}${hint}`, code, reply.status);
}

/** What a registry says, as far as it is text. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
