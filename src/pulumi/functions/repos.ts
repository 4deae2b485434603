import type { ArgsOf } from "../../lookups/arguments";
import type { GetRepoArgs, GetReposArgs } from "../../lookups/repos";
import type { RepoResult } from "../../lookups/results";
import type * as operations from "../../operations/repos";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/repos");
const loadOperations = () => import("../../operations/repos");

/** Which repo's readme to fetch. */
export type GetRepoReadmeArgs = ArgsOf<typeof operations.repoReadme>;

/**
 * The repos that match. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/registry/v2/repos` (platform API: REG-1).
 */
export async function getRepos(args: GetReposArgs = {}, opts: LookupOptions = {}): Promise<RepoResult[]> {
  return answer({ name: "registry:getRepos", args, opts }, async ({ client }) =>
    (await load()).getRepos(client(), args),
  );
}
/** `getRepos` for arguments that may be Outputs. */
export const getReposOutput: OutputForm<typeof getRepos> = asOutput(getRepos);

/**
 * The one repo of a uid, or of a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/registry/v2/repos` (platform API: REG-1).
 */
export async function getRepo(args: GetRepoArgs, opts: LookupOptions = {}): Promise<RepoResult> {
  return answer({ name: "registry:getRepo", args, opts }, async ({ client }) => (await load()).getRepo(client(), args));
}
/** `getRepo` for arguments that may be Outputs. */
export const getRepoOutput: OutputForm<typeof getRepo> = asOutput(getRepo);

/**
 * The readme of a repo, Markdown; empty where it has none. Throws NotFoundError for an unknown uid. API:
 * `GET /registry/v2/repos/{uid}/readme` (platform API: REG-2).
 */
export async function getRepoReadme(args: GetRepoReadmeArgs, opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "registry:getRepoReadme", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).repoReadme, args),
  );
}
/** `getRepoReadme` for arguments that may be Outputs. */
export const getRepoReadmeOutput: OutputForm<typeof getRepoReadme> = asOutput(getRepoReadme);
