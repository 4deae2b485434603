import type { TagHistoryRecord } from "../../api/registry/client";
import type * as images from "../../lookups/images";
import type * as repos from "../../lookups/repos";
import type * as tagHistory from "../../lookups/tag-history";
import type * as tags from "../../lookups/tags";
import { asOutput, client, type OutputForm, registry } from "./ask";

// Each lookup is loaded when it is first asked.
const loadRepos = () => import("../../lookups/repos");
const loadTags = () => import("../../lookups/tags");
const loadImages = () => import("../../lookups/images");
const loadTagHistory = () => import("../../lookups/tag-history");

/**
 * The repos that match. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/registry/v2/repos` (spec: Repo).
 */
export async function getRepos(args: repos.GetReposArgs = {}): Promise<repos.RepoResult[]> {
  return (await loadRepos()).getRepos(await client(), args);
}
/** `getRepos` for arguments that may be Outputs. */
export const getReposOutput: OutputForm<typeof getRepos> = asOutput(getRepos);

/**
 * The one repo of a uid, or of a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/registry/v2/repos` (spec: Repo).
 */
export async function getRepo(args: repos.GetRepoArgs): Promise<repos.RepoResult> {
  return (await loadRepos()).getRepo(await client(), args);
}
/** `getRepo` for arguments that may be Outputs. */
export const getRepoOutput: OutputForm<typeof getRepo> = asOutput(getRepo);

/**
 * The readme of a repo, Markdown; empty where it has none. Throws NotFoundError for an unknown uid. API:
 * `GET /registry/v2/repos/{uid}/readme` (spec: Repo).
 */
export async function getRepoReadme(args: repos.GetRepoReadmeArgs): Promise<string> {
  return (await loadRepos()).getRepoReadme(await client(), args);
}
/** `getRepoReadme` for arguments that may be Outputs. */
export const getRepoReadmeOutput: OutputForm<typeof getRepoReadme> = asOutput(getRepoReadme);

/**
 * The tags that match. Those that look generated are left out unless they are asked for. Throws ArgumentError, before
 * anything is sent, and the errors of the client. API: List on `/registry/v2/tags` (spec: Tag).
 */
export async function getTags(args: tags.GetTagsArgs = {}): Promise<tags.TagResult[]> {
  return (await loadTags()).getTags(await client(), args);
}
/** `getTags` for arguments that may be Outputs. */
export const getTagsOutput: OutputForm<typeof getTags> = asOutput(getTags);

/**
 * The one tag of a uid, or of a repo and a name. Throws NoSingleAnswerError, with the candidates, when there is none
 * or more than one; NotFoundError for an unknown uid. API: Get and List on `/registry/v2/tags` (spec: Tag).
 */
export async function getTag(args: tags.GetTagArgs): Promise<tags.TagResult> {
  return (await loadTags()).getTag(await client(), args);
}
/** `getTag` for arguments that may be Outputs. */
export const getTagOutput: OutputForm<typeof getTag> = asOutput(getTag);

/**
 * The architectures that an image is built for. Throws NotFoundError for an unknown image. API:
 * `GET /registry/v2/repos/{repoUid}/digests/{digest}/architectures` (spec: Registry, Images).
 */
export async function getImageArchitectures(args: images.GetImageArchitecturesArgs): Promise<string[]> {
  return (await loadImages()).getImageArchitectures(await client(), args);
}
/** `getImageArchitectures` for arguments that may be Outputs. */
export const getImageArchitecturesOutput: OutputForm<typeof getImageArchitectures> = asOutput(getImageArchitectures);

/**
 * The size of an image in bytes, as a bigint: turn it into a string before you export it. Throws NotFoundError for an
 * unknown image. API: `GET /registry/v2/repos/{repoUid}/digests/{digest}/size` (spec: Registry, Images).
 */
export async function getImageSize(args: images.GetImageSizeArgs): Promise<images.ImageSizeResult> {
  return (await loadImages()).getImageSize(await client(), args);
}
/** `getImageSize` for arguments that may be Outputs. */
export const getImageSizeOutput: OutputForm<typeof getImageSize> = asOutput(getImageSize);

/**
 * The digests that a tag has had, oldest first, all of them between `start` and `end`, both included. Throws
 * RegistryError for an unknown tag. API: the registry's tag history (spec: Registry tag history API).
 */
export async function getTagHistory(args: tagHistory.GetTagHistoryArgs): Promise<TagHistoryRecord[]> {
  return (await loadTagHistory()).getTagHistory(await registry(), args);
}
/** `getTagHistory` for arguments that may be Outputs. */
export const getTagHistoryOutput: OutputForm<typeof getTagHistory> = asOutput(getTagHistory);

/**
 * The digest that a tag had at a time, `sha256:` and 64 hex digits; now when no time is given. Throws
 * NoSingleAnswerError when it had none yet, RegistryError for an unknown tag. API: the registry's tag history (spec:
 * Registry tag history API).
 */
export async function getTagDigest(args: tagHistory.GetTagDigestArgs): Promise<string> {
  return (await loadTagHistory()).getTagDigest(await registry(), args);
}
/** `getTagDigest` for arguments that may be Outputs. */
export const getTagDigestOutput: OutputForm<typeof getTagDigest> = asOutput(getTagDigest);
