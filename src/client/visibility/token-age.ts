import type { JsonObject } from "../../description/wire/json";
import { claimsOf } from "../api/claims";
import type { Client } from "../api/client";
import type { Secret } from "../api/secret";

/** A token lives an hour at most, in milliseconds (platform API: STS-6). */
const LIFE_MS = 60 * 60_000;
/** How far the clocks of the platform's servers may differ, in milliseconds. */
const SERVERS_SKEW_MS = 2_000;
/** An `iat` that is further ahead does not count, in milliseconds. It has another unit, like 1772000000000, or another clock. */
const MOST_AHEAD_MS = 10 * 60_000;

/** How old a token is. It has only the capabilities of the moment when it was issued (platform API: STS-6). */
export interface TokenAge {
  /** The token has every capability that its identity had before this moment, in milliseconds since 1970, by the platform's clock. */
  readonly hasAllBefore: number;
  /** Whether the moment follows from the token or its exchange, and not only from the longest life of a token. */
  readonly isKnown: boolean;
}

export const unknownAge = (client: Client): TokenAge => ({
  hasAllBefore: client.platformTime() - LIFE_MS - SERVERS_SKEW_MS,
  isKnown: false,
});

/** Returns the age of a token by its claim `iat`, by our own exchange, or else by the longest life of a token. */
export function ageOf(client: Client, token: Secret | undefined): TokenAge {
  const { iat } = (token && claimsOf(token)) ?? {};
  const claimed =
    typeof iat === "number" && iat * 1000 < client.platformTime() + MOST_AHEAD_MS ? iat * 1000 : undefined;
  const issued = claimed ?? (token && client.issuedAfter(token));
  return issued === undefined ? unknownAge(client) : { hasAllBefore: issued - SERVERS_SKEW_MS, isKnown: true };
}

/** The last change of what a role binding grants: the binding itself, or a change of its role. */
export interface DatedChange {
  /** What changed, in the middle of a sentence. */
  readonly what: string;
  /** Milliseconds since 1970, by the platform's clock. Undefined if the platform returns no time. */
  readonly at: number | undefined;
}

/** Milliseconds since 1970. Undefined without a valid time. */
export function timeOf({ createTime, updateTime }: JsonObject): number | undefined {
  const times = [createTime, updateTime].filter((time) => typeof time === "string").map((time) => Date.parse(time));
  return times.length === 0 || times.some(Number.isNaN) ? undefined : Math.max(...times);
}

/** Whether a token certainly has what a change gives to its identity. */
export const isInToken = ({ hasAllBefore }: TokenAge, { at }: DatedChange): boolean =>
  at !== undefined && at < hasAllBefore;

/** What to do if a token may be older than its rights, for each source of tokens. */
export const NEW_TOKEN =
  "get a new one (PLATFORM_TOKEN, PLATFORM_TOKEN_FILE, PLATFORM_TOKEN_COMMAND: provide a new one; exchanged for PLATFORM_IDENTITY: run this again)";

/** Why a change proves nothing for a token. A sentence without a full stop, in lower case. */
export const tooOldText = (what: string): string =>
  `the token may be older than ${what}, so that it lacks these rights: ${NEW_TOKEN}`;

export function doubtAbout({ isKnown }: TokenAge, { what, at }: DatedChange): string {
  if (at === undefined) return `the platform does not return the time of ${what}, so the token may be older`;
  if (isKnown) return tooOldText(`${what} (${timeText(at)})`);
  const until = timeText(at + LIFE_MS + 2 * SERVERS_SKEW_MS);
  return `the token does not say when it was issued, so it may be older than ${what} (${timeText(at)}): ${NEW_TOKEN}, after ${until}`;
}

/** The last moment of a Date. */
const LAST_MS = 8.64e15;

const timeText = (ms: number): string => new Date(Math.min(ms, LAST_MS)).toISOString().replace(/\.\d+/, "");
