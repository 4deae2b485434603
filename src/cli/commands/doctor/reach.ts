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
/** The largest accepted skew. It is not smaller because the header Date has whole seconds, and responses take time. */
const MAX_SKEW_MS = 60_000;

const SET_CLOCK = "correct the clock (NTP), because valid tokens may look expired or not yet valid";

/** An address to check. */
interface Address {
  readonly name: "baseUrl" | "registryUrl" | "issuerUrl";
  readonly path: string;
  readonly hint: string | undefined;
  /** Whether the response may come from the expected server. */
  readonly isRight: (reply: HttpReply) => boolean;
}

const addresses: readonly Address[] = [
  { name: "baseUrl", path: ping.path, hint: platformHints.address, isRight: isPong },
  // Registries respond with 200, or with 401 without a token (OCI distribution specification).
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

/** Sends a request to each address in the settings, and compares the clocks. */
export async function checkAddresses(settings: Settings): Promise<Check[]> {
  const inForce = addresses.filter(({ name }) => settings.find(name) !== undefined);
  return (await Promise.all(inForce.map((address) => reach(settings, address)))).flat();
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
        problem(name, `GET ${url.origin}${path}: HTTP ${reply.status}. Another server responds at this address`, hint),
      ];
    }
    return [ok(name, `${url.origin} responds in ${ended - started} ms`), ...skewOf(name, reply, (started + ended) / 2)];
  } catch (error) {
    if (error instanceof AttemptError) return [problem(name, messageOf(error), hint)];
    // Another check reports settings that cannot be used.
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

/** Compares the clocks, because servers refuse tokens if the clocks differ too much. */
function skewOf(name: string, { headers }: HttpReply, here: number): Check[] {
  const there = Date.parse(String(headers.date));
  if (Number.isNaN(there)) return [];
  const skew = here - there;
  const text = `this machine's clock is ${durationText(Math.abs(skew) / 1000)} ${skew < 0 ? "behind" : "ahead of"} that of ${name}`;
  if (Math.abs(skew) <= MAX_SKEW_MS) return [ok("clock", text)];
  return [problem("clock", text, SET_CLOCK)];
}
