import type { RegistryClient, TagHistoryRecord } from "../api/registry/client";
import { type MessageOf, optional, required, string, timestamp } from "../spec/types";
import { checkArguments } from "./arguments";
import { NoSingleAnswerError } from "./errors";

const reference = {
  /** Name of the organization that owns the image; the public one (platform:publicOrg) when left out. */
  org: optional(string()),
  /** Name of the image, `nginx`. */
  image: required(string()),
  /** Tag of the image, `latest`. */
  tag: required(string()),
} as const;

const range = {
  ...reference,
  /** From when on, UTC, included; from the first record when left out. */
  start: optional(timestamp),
  /** Up to when, UTC, included; up to the last record when left out. */
  end: optional(timestamp),
} as const;

/** Which part of which tag's history to return. */
export type GetTagHistoryArgs = MessageOf<typeof range>;

const moment = {
  ...reference,
  /** At what time, UTC; now when left out. */
  at: optional(timestamp),
} as const;

/** Which tag's digest to return, and of when. */
export type GetTagDigestArgs = MessageOf<typeof moment>;

/** A client of the registry, and the organization whose images are public. */
export interface RegistryAccess {
  readonly client: RegistryClient;
  /** Throws ConfigurationError when the public organization is not set. */
  readonly publicOrg: () => string;
}

/**
 * The digests that a tag has had, oldest first, however many there are (platform API: HIST-2, HIST-3). Both bounds are
 * included. Throws ArgumentError, RegistryError, ProtocolError, TransportError.
 */
export async function getTagHistory(
  { client, publicOrg }: RegistryAccess,
  args: GetTagHistoryArgs,
): Promise<TagHistoryRecord[]> {
  checkArguments("getTagHistory", range, args);
  const { org = publicOrg(), image, tag, start, end } = args;
  return client.history({ org, image, tag }, timeOf(start), timeOf(end));
}

const DAY_MS = 86_400_000;
/** Periods before the requested time. The longer ones are tried if the shorter ones contain no record. */
const SPANS_MS = [30 * DAY_MS, 365 * DAY_MS];

/**
 * The digest that a tag had at a time. Throws NoSingleAnswerError when it had none yet, and what getTagHistory throws.
 */
export async function getTagDigest({ client, publicOrg }: RegistryAccess, args: GetTagDigestArgs): Promise<string> {
  checkArguments("getTagDigest", moment, args);
  const { org = publicOrg(), image, tag } = args;
  const at = timeOf(args.at);
  const before = at ?? Date.now();
  // All requests answer one question and share its deadline.
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
