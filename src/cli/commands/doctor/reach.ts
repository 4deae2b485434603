import { PlatformError } from "../../../api/errors";
import { isJsonObject } from "../../../api/json";
import { literal } from "../../../api/path";
import { AttemptError, type HttpReply } from "../../../api/transport";
import { transportTo } from "../../../connect";
import { issuerHints, platformHints, registryHints } from "../../../hints";
import { ping } from "../../../operations/ping";
import type { Settings } from "../../../settings";
import { userAgent } from "../../../version";
import { messageOf } from "../../output/text";
import { jsonOf } from "../../stack/json";
import { durationText } from "../../times";
import { type Check, ok, problem } from "./check";

const TIMEOUT_MS = 10_000;
/** The header Date has no fraction of a second, and answers take their time. */
const MAX_SKEW_MS = 60_000;

// advice: set-the-clock
const SET_CLOCK = "set it right (NTP): tokens seem to have ended, or not to have begun";

/** An address to reach. */
interface Address {
  readonly name: "baseUrl" | "registryUrl" | "issuerUrl";
  readonly path: string;
  readonly hint: string | undefined;
  /** Whether an answer can come from the server that is wanted there. */
  readonly isRight: (reply: HttpReply) => boolean;
}

const addresses: readonly Address[] = [
  { name: "baseUrl", path: ping.path, hint: platformHints.address, isRight: isPong },
  // Registries answer this with 200, or with 401 to who has no token (OCI distribution specification).
  { name: "registryUrl", path: "/v2/", hint: registryHints.address, isRight: ({ status }) => status < 500 },
  {
    name: "issuerUrl",
    path: "/.well-known/openid-configuration",
    hint: issuerHints.address,
    isRight: ({ status }) => status < 500,
  },
];

function isPong({ status, text }: HttpReply): boolean {
  const body = jsonOf(text);
  return status === 200 && isJsonObject(body) && typeof body.response === "string";
}

/** Reaches each address that is set, and compares the clocks. */
export async function checkAddresses(settings: Settings): Promise<Check[]> {
  const wanted = addresses.filter(({ name }) => settings.find(name) !== undefined);
  return (await Promise.all(wanted.map((address) => reach(settings, address)))).flat();
}

async function reach(settings: Settings, { name, path, hint, isRight }: Address): Promise<Check[]> {
  try {
    const url = settings.address(name);
    const send = transportTo(url, settings);
    const started = Date.now();
    const headers = { "user-agent": userAgent, accept: "application/json" };
    const reply = await send({ method: "GET", path: literal(path), headers, timeoutMs: TIMEOUT_MS });
    const ended = Date.now();
    if (!isRight(reply)) {
      return [
        problem(
          name,
          `GET ${url.origin}${path}: HTTP ${reply.status}, and no answer of the server that is wanted there`,
          hint,
        ),
      ];
    }
    return [ok(name, `${url.origin} answers in ${ended - started} ms`), ...skewOf(name, reply, (started + ended) / 2)];
  } catch (error) {
    if (error instanceof AttemptError) return [problem(name, messageOf(error), hint)];
    // Settings that cannot be used are a problem of their own.
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

/** How far this machine's clock is from the server's: tokens are refused where it is too far. */
function skewOf(name: string, { headers }: HttpReply, here: number): Check[] {
  const there = Date.parse(String(headers.date));
  if (Number.isNaN(there)) return [];
  const skew = here - there;
  const text = `this machine's clock is ${durationText(Math.abs(skew) / 1000)} ${skew < 0 ? "behind" : "ahead of"} that of ${name}`;
  if (Math.abs(skew) <= MAX_SKEW_MS) return [ok("clock", text)];
  return [problem("clock", text, SET_CLOCK)];
}
