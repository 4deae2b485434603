import { createPublicKey, generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { signedToken } from "../../description/signed-token";
import { checkValues } from "../../description/spec/check";
import { complaintText } from "../../description/spec/complaint";
import { UNKNOWN } from "../../description/spec/unknown";
import { isEqual, type Values } from "../../description/spec/values";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The platform deletes an identity with static keys after this time (platform API: HIST-8). */
const MAX_DAYS = 365;
/** A warning is shown this long before the end if no update creates a new token by itself. */
const WARN_DAYS = 7;
/** The token starts in the past, because a platform with a slow clock would refuse one that starts now. */
const BACKDATED_MS = 60_000;
/** The issuer does not exist, so nobody fetches its keys, and no other token can come from it. */
const ISSUER = "https://pull-tokens.invalid";
const ALGORITHM = "RS256";

const REPLACING = ["audience", "lifetimeDays", "rotate"] as const;

/** Unknown values pass. So does a missing one: another resource may have failed, and a complaint would end the run. */
export function complaintsAbout(inputs: Values): string[] {
  const found = checkValues(signedToken.fields, inputs).filter(
    ({ kind, property }) => kind !== "missing" || inputs[property] !== undefined,
  );
  if (found.length > 0) return found.map(complaintText);
  const { lifetimeDays, rotateDaysBefore } = inputs;
  const isIn = (value: unknown, from: number, to: number) => Number(value) >= from && Number(value) <= to;
  if (lifetimeDays === UNKNOWN || lifetimeDays === undefined) return [];
  if (!isIn(lifetimeDays, 1, MAX_DAYS)) return [`lifetimeDays must be from 1 to ${MAX_DAYS}`];
  if (rotateDaysBefore === undefined || rotateDaysBefore === UNKNOWN) return [];
  if (isIn(rotateDaysBefore, 0, Number(lifetimeDays) - 1)) return [];
  return ["rotateDaysBefore must be from 0 to less than lifetimeDays, or every update creates a new token"];
}

/** The inputs that require a new token: changed ones, and `rotateDaysBefore` once its time has come. */
export function replacedBy(recorded: Values, desired: Values, now: number): string[] {
  const changed = REPLACING.filter((name) => {
    const { type } = signedToken.fields[name];
    return desired[name] === UNKNOWN || !isEqual(type, recorded[name], desired[name]);
  });
  const { rotateDaysBefore } = desired;
  const isDue = typeof rotateDaysBefore === "number" && daysLeft(recorded, now) < rotateDaysBefore;
  return [...changed, ...(isDue ? ["rotateDaysBefore"] : [])];
}

export function warningAbout(recorded: Values, desired: Values, now: number): string | undefined {
  const days = daysLeft(recorded, now);
  if (desired.rotateDaysBefore !== undefined || days >= WARN_DAYS) return undefined;
  const { expirationTime } = recorded;
  const remedy = "- Change its rotate, or set rotateDaysBefore, and run pulumi up.";
  return `A pull token ${days < 0 ? "expired" : "expires"} at ${String(expirationTime)}.\n${remedy}`;
}

const daysLeft = ({ expirationTime }: Values, now: number): number =>
  (Date.parse(String(expirationTime)) - now) / DAY_MS;

/** Creates a key pair, and a token that it signs, by default for the audience `issuer`. Throws an Error if an input is missing. */
export async function signToken(
  { rotateDaysBefore: _, ...inputs }: Values,
  { issuer, now }: { readonly issuer: string; readonly now: number },
): Promise<{ readonly id: string; readonly outputs: Values }> {
  if (inputs.lifetimeDays === undefined) throw new Error("lifetimeDays is required");
  // Loaded here, because only a create needs it, and programs start faster without it.
  const { importPKCS8, SignJWT } = await import("jose");
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    // Bytes, because Node 20 may lock up when it exports a new key as JWK (emulator/access/tokens.ts).
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const suffix = randomBytes(4).toString("hex");
  const subject = `pull-token-${suffix}`;
  const tokenAudience = String(inputs.audience ?? issuer);
  const start = Math.floor((now - BACKDATED_MS) / 1000);
  const end = start + (Number(inputs.lifetimeDays) * DAY_MS) / 1000;
  const token = await new SignJWT({ iss: ISSUER, sub: subject, aud: tokenAudience, iat: start, exp: end })
    .setProtectedHeader({ alg: ALGORITHM })
    .sign(await importPKCS8(privateKey, ALGORITHM));
  const key = createPublicKey({ key: publicKey, type: "spki", format: "der" }).export({ format: "jwk" });
  const issuerKeys = JSON.stringify({ keys: [{ ...key, alg: ALGORITHM, use: "sig" }] });
  const expirationTime = new Date(end * 1000).toISOString().replace(".000Z", "Z");
  const made = { token, issuer: ISSUER, subject, tokenAudience, issuerKeys, expirationTime, suffix };
  return { id: suffix, outputs: { ...inputs, ...made } };
}
