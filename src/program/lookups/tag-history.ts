import type { RegistryClient, TagHistoryRecord } from "../../client/api/registry/client";
import { type MessageOf, optional, required, string, timestamp } from "../../description/spec/types";
import { checkArguments } from "./arguments";
import { NoSingleAnswerError } from "./errors";

const reference = {
  /** Name of the organization that owns the image. Default: the public one (platform:publicOrg). */
  org: optional(string()),
  /** Name of the image, such as `nginx`. */
  image: required(string()),
  /** Tag of the image, such as `latest`. */
  tag: required(string()),
} as const;

const range = {
  ...reference,
  /** Start of the period, UTC, inclusive. Default: the first record. */
  start: optional(timestamp),
  /** End of the period, UTC, inclusive. Default: the last record. */
  end: optional(timestamp),
} as const;

/** Image, tag and period of the history to return. */
export type GetTagHistoryArgs = MessageOf<typeof range>;

const moment = {
  ...reference,
  /** Time of the digest, UTC. Default: now. */
  at: optional(timestamp),
} as const;

/** Image, tag and time of the digest to return. */
export type GetTagDigestArgs = MessageOf<typeof moment>;

/** Client of the registry, and the organization of public images. */
export interface RegistryAccess {
  readonly client: RegistryClient;
  /** Throws ConfigurationError if the public organization is not set. */
  readonly publicOrg: () => string;
}

/** Returns the digests of a tag from `start` to `end` inclusive, oldest first. Throws RegistryError for an unknown tag (platform API: HIST-1). */
export async function getTagHistory(
  { client, publicOrg }: RegistryAccess,
  args: GetTagHistoryArgs,
): Promise<TagHistoryRecord[]> {
  checkArguments("getTagHistory", range, args);
  const { org = publicOrg(), image, tag, start, end } = args;
  return client.history({ org, image, tag }, timeOf(start), timeOf(end));
}

const DAY_MS = 86_400_000;
/** Periods before the requested time. Longer ones are tried if the shorter ones contain no record. */
const SPANS_MS = [30 * DAY_MS, 365 * DAY_MS];

/**
 * Returns the digest that a tag had at a time, `sha256:` and 64 hex digits. Throws NoSingleAnswerError if it had none yet,
 * and RegistryError for an unknown tag. API: the registry's tag history (platform API: HIST-1).
 */
export async function getTagDigest({ client, publicOrg }: RegistryAccess, args: GetTagDigestArgs): Promise<string> {
  checkArguments("getTagDigest", moment, args);
  const { org = publicOrg(), image, tag } = args;
  const at = timeOf(args.at);
  const before = at ?? Date.now();
  // All requests belong to one call and share its deadline.
  const operation = client.forOperation();
  for (const start of [...SPANS_MS.map((span) => before - span), undefined]) {
    const last = (await operation.history({ org, image, tag }, start, at)).at(-1);
    if (last !== undefined) return last.digest;
  }
  throw new NoSingleAnswerError(
    `getTagDigest: this tag ${args.at === undefined ? "has no digest" : "had no digest at that time"}`,
  );
}

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));
