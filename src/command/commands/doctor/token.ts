import { claimsOf } from "../../../client/api/claims";
import { ConfigurationError, PlatformError, RegistryError } from "../../../client/api/errors";
import { Secret } from "../../../client/api/secret";
import { audienceOf, connectRegistry, platformTokens } from "../../../client/connect";
import { registryHints } from "../../../client/hints";
import { missingText } from "../../../client/setting-names";
import type { Settings } from "../../../client/settings";
import { instantText } from "../../document";
import { messageOf } from "../../output/text";
import { durationText, timeText } from "../../times";
import { note, ok, problem, unknown } from "./report";
import type { Check } from "./schema";

type Claims = Readonly<Record<string, unknown>>;

const OPAQUE = note("token", "is opaque, so it does not say whose it is or when it expires");

/** A token with less time left may expire during an update. */
const SOON_MS = 300_000;

/** Gets the token as a request would, and checks its claims. `unread` says why the config's secrets, which may have it, are unknown. */
export async function checkToken(settings: Settings, unread?: string, now = Date.now()) {
  try {
    const source = platformTokens(settings);
    const claims = claimsOf(await source.current());
    if (claims === undefined) return { checks: [OPAQUE], isThere: true, claims: null };
    const shown = shownClaims(claims);
    const checks = [timesOf(claims, now, ["token", source.hint]), ...identityOf(shown, audienceOf(settings))];
    return { checks, isThere: true, claims: shown };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const why = "could not be checked, because secrets of the stack's config could not be read";
    const check = unread === undefined ? problem("token", messageOf(error)) : unknown("token", why);
    return { checks: [check], isThere: false, claims: null };
  }
}

/** Says whose token it is. Another audience is only a note, because the platform decides which audiences it accepts. */
function identityOf({ subject, issuer, audiences }: ReturnType<typeof shownClaims>, wanted: string): Check[] {
  const identity = ok("identity", `${subject ?? "no subject"}, by ${issuer ?? "no issuer"}, as the token says`);
  if (audiences.length === 0 || audiences.includes(wanted)) return [identity];
  return [identity, note("audience", `the token is for ${audiences.join(", ")}, not for ${wanted}`)];
}

/** Returns unverified claims, as the document has them. */
function shownClaims({ iss, sub, aud, exp }: Claims) {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const expiresAt = timeIn(exp);
  return {
    issuer: text(iss),
    subject: text(sub),
    audiences: [aud].flat().filter((value) => typeof value === "string"),
    expiresAt: expiresAt === undefined ? null : instantText(expiresAt),
  };
}

/** A time of a claim, in milliseconds since 1970. */
const timeIn = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) ? value * 1000 : undefined;

function timesOf({ exp, nbf }: Claims, now: number, [name, hint]: readonly [string, string | undefined]): Check {
  const [expiresAt, notBefore = now] = [timeIn(exp), timeIn(nbf)];
  if (notBefore > now) return problem(name, `is not valid before ${timeText(notBefore)}`, hint);
  if (expiresAt === undefined) return note(name, "does not say when it expires");
  const [at, age] = [timeText(expiresAt), durationText(Math.abs(expiresAt - now) / 1000)];
  if (expiresAt <= now) return problem(name, `expired at ${at}, ${age} ago`, hint);
  const left = `expires at ${at}, in ${age}`;
  return expiresAt - now < SOON_MS ? note(name, `${left}. An update may take longer`) : ok(name, left);
}

const REGISTRY = "registryToken";

/** Checks the token of the registry, if it is set: its times, and that the registry accepts it, if that responds. */
export async function checkRegistryToken(settings: Settings, isReached: boolean): Promise<Check[]> {
  const found = settings.find(REGISTRY);
  if (found === undefined) return [];
  const claims = claimsOf(new Secret(found.value));
  const checks = claims === undefined ? [] : [timesOf(claims, Date.now(), [REGISTRY, registryHints.access])];
  const unproven = (why: string) => unknown(REGISTRY, `was not checked: ${why}`);
  if (settings.find("registryUrl") === undefined) return [...checks, unproven(missingText("registryUrl"))];
  // Another check reports an address that cannot be used or reached.
  if (!isReached) return checks;
  try {
    await connectRegistry(settings).proveCredentials();
    return [...checks, ok(REGISTRY, "the registry accepts it")];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isUseless = error instanceof ConfigurationError || (error instanceof RegistryError && error.isAboutAccess);
    return [...checks, isUseless ? problem(REGISTRY, messageOf(error)) : unproven(messageOf(error))];
  }
}
