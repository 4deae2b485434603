import { repo } from "../resources/repo";
import { computed, type MessageOf, optional, required, string, uid } from "../spec/types";
import { answerOf, type EntityOf } from "./answers";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOf, plural, singular } from "./listing";
import { ask, type Call } from "./operation";

const filters = {
  /** Exact name of the repos. */
  name: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging() } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which repos to list. */
export type GetReposArgs = ListArgs<typeof filters>;
/** Which repo to find: by its uid, or by its name and where it is. */
export type GetRepoArgs = ByUid | NamedArgs<typeof filters>;
/** A repo as the platform holds it. Its readme is another question: getRepoReadme. */
export type RepoResult = EntityOf<typeof repo.fields>;

/** How repos are listed. */
export const repoListing = listingOf(repo, {
  name: "getRepos",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getRepo", arguments: single },
});

/** The repos that match. */
export const getRepos = plural(repoListing);
/** One repo. */
export const getRepo = singular(repoListing);

const whose = {
  /** uid of the repo. */
  uid: required(uid("registry:Repo")),
} as const;

/** Which repo's readme to fetch. */
export type GetRepoReadmeArgs = MessageOf<typeof whose>;

const readReadme = answerOf({ content: computed(string(), { always: true }) });

/** The question for a readme. */
export const repoReadmeCall: Call<typeof whose, string> = {
  name: "getRepoReadme",
  method: "GET",
  path: "/registry/v2/repos/{uid}/readme",
  arguments: whose,
  read: (answer) => readReadme(answer).content,
};
/** The readme of a repo, Markdown; empty where it has none. */
export const getRepoReadme = ask(repoReadmeCall);
