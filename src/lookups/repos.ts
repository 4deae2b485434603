import { repo } from "../resources/repo";
import { optional, required, string } from "../spec/types";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { RepoResult } from "./results";

const filters = {
  /** Exact name of the repos. */
  name: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which repos to list. */
export type GetReposArgs = ListArgs<typeof filters>;
/** Which repo to find: by its uid, or by its name and where it is. */
export type GetRepoArgs = ByUid | NamedArgs<typeof filters>;

/** How repos are listed. */
export const repoListing = listingOfKind(repo, {
  name: "getRepos",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getRepo", arguments: single },
});

/** The repos that match (platform API: REG-1). */
export const getRepos: Plural<GetReposArgs, RepoResult> = plural(repoListing);
/** The one repo of a uid, or of a name (platform API: REG-1). */
export const getRepo: Singular<GetRepoArgs, RepoResult> = singular(repoListing);
