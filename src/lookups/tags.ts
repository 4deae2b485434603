import { tag } from "../resources/tag";
import { boolean, digest, optional, string, timestamp, uid } from "../spec/types";
import { type ListArgs, type OneArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { TagResult } from "./results";

const filters = {
  /** uid of the repo that the tags are in. */
  repoUid: optional(uid("registry:Repo"), { sentAs: "uidp.children_of", atMostOneOf: "parent" }),
  /**
   * Exact name of the tags; tags that look generated are then found too, unless the `include…` arguments say otherwise.
   */
  name: optional(string()),
  /** Digest that the tags point to. */
  digest: optional(digest),
  /** Only tags that were updated after this time, UTC. */
  updatedSince: optional(timestamp, { sentAs: "updated_since" }),
  /** Whether to list tags that look like a digest, `sha256-…` (signatures and the like). */
  includeReferrers: optional(boolean, { sentAs: "include_referrers" }),
  /** Whether to list tags that end in a date, `-20260105`. */
  includeDates: optional(boolean, { sentAs: "include_dates" }),
  /** Whether to list tags that end in the number of a build, `-r3`. */
  includeEpochs: optional(boolean, { sentAs: "include_epochs" }),
  /** Only tags that have, or have not, reached their end of life. No server filters by it, so all tags are read. */
  deprecated: optional(boolean, { clientOnly: true }),
} as const;
const all = { ...scope, ...filters, ...paging } as const;

/** Which tags to list. */
export type GetTagsArgs = ListArgs<typeof filters>;
/** Which tag to find: by its uid, or by its repo and its name. */
export type GetTagArgs = ByUid | OneArgs<typeof filters>;

/** How tags are listed. */
export const tagListing = listingOfKind(tag, {
  name: "getTags",
  arguments: all,
  compared: { name: "name", digest: "digest", repoUid: "parentUid", deprecated: "deprecated" },
  // A tag that is asked for by name is wanted even if it looks generated. List would hide it.
  extraQuery: (args) =>
    args.name === undefined
      ? []
      : (["includeReferrers", "includeDates", "includeEpochs"] as const)
          .filter((name) => args[name] === undefined)
          .map((name) => [filters[name].options.sentAs, "true"]),
  one: { name: "getTag", arguments: { ...scope, ...filters } },
});

/** The tags that match. */
export const getTags: Plural<GetTagsArgs, TagResult> = plural(tagListing);
/** One tag. */
export const getTag: Singular<GetTagArgs, TagResult> = singular(tagListing);
