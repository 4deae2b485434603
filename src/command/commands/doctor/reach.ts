import { PlatformError } from "../../../client/api/errors";
import { AttemptError, type HttpReply } from "../../../client/api/transport";
import { transportTo } from "../../../client/connect";
import { issuerHints, platformHints, registryHints } from "../../../client/hints";
import type { Settings } from "../../../client/settings";
import { userAgent } from "../../../client/version";
import { ping } from "../../../description/operations/ping";
import { isJsonObject } from "../../../description/wire/json";
import { literal } from "../../../description/wire/path";
import { messageOf } from "../../output/text";
import { jsonOf } from "../../stack/json";
import { durationText } from "../../times";
import { ok, problem } from "./report";
import type { Check } from "./schema";

const TIMEOUT_MS = 10_000;
/** The largest accepted skew. It is not smaller because the header Date has whole seconds, and responses take time. */
const MAX_SKEW_MS = 60_000;
const SET_CLOCK = "correct the clock (NTP), because valid tokens may look expired or not yet valid";

const addresses = [
  { name: "baseUrl", path: ping.path, hint: platformHints.address },
  // Registries respond with 200, or with 401 without a token (OCI distribution specification).
  { name: "registryUrl", path: "/v2/", hint: registryHints.address },
  { name: "issuerUrl", path: "/.well-known/openid-configuration", hint: issuerHints.address },
] as const;

/** Whether a response may come from the expected server. */
function isRight(path: string, { status, text }: HttpReply): boolean {
  if (path !== ping.path) return status < 500;
  const body = jsonOf(text);
  return status === 200 && isJsonObject(body) && typeof body.response === "string";
}

/** Sends a request to each address in the settings, and compares the clocks. */
export async function checkAddresses(settings: Settings): Promise<Check[]> {
  // The check of the settings reports an address that cannot be used.
  const unusable = settings.unusable().map(({ name }) => name);
  const inForce = addresses.filter(({ name }) => settings.find(name) !== undefined && !unusable.includes(name));
  return (await Promise.all(inForce.map((address) => reach(settings, address)))).flat();
}

async function reach(settings: Settings, { name, path, hint }: (typeof addresses)[number]): Promise<Check[]> {
  try {
    const url = settings.address(name);
    const started = Date.now();
    const send = transportTo(url, settings);
    const headers = { "user-agent": userAgent, accept: "application/json" };
    const reply = await send({ method: "GET", path: literal(path), headers, timeoutMs: TIMEOUT_MS });
    const took = Date.now() - started;
    const other = `GET ${url.origin}${path}: HTTP ${reply.status}. Another server responds at this address`;
    if (!isRight(path, reply)) return [problem(name, other, hint)];
    const skew = started + took / 2 - Date.parse(String(reply.headers.date));
    const [by, side] = [durationText(Math.abs(skew) / 1000), skew < 0 ? "behind" : "ahead of"];
    const clock = problem("clock", `this machine's clock is ${by} ${side} that of ${name}`, SET_CLOCK);
    return [ok(name, `${url.origin} responds in ${took} ms`), ...(Math.abs(skew) > MAX_SKEW_MS ? [clock] : [])];
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof AttemptError)) throw error;
    return [problem(name, messageOf(error), error instanceof AttemptError ? hint : null)];
  }
}
