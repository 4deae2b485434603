import { repo } from "../resources/repo";
import { computed, list, optional, required, string, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

const { segment } = repo.fields.readme.options.subresource;

/**
 * Returns the readme of a repo as Markdown, or an empty text. Throws NotFoundError for an unknown uid (platform API: REG-2).
 *
 * @param args Which repo's readme to fetch.
 */
export const repoReadme = defineOperation({
  functions: ["getRepoReadme"],
  method: "GET",
  path: `${repo.collection}/{uid}/${segment}`,
  params: {
    /** uid of the repo. */
    uid: required(uid("registry:Repo")),
  },
  request: {},
  answer: { uid: computed(uid("registry:Repo")), content: computed(string(), { returned: "always" }) },
  returns: "content",
  repeat: "safe",
  needs: { capabilities: ["CAP_REPO_LIST"], at: "uid" },
});

/**
 * Lists the images that the platform publishes, whether or not the caller may pull them, as repos without `syncConfig` and
 * `customOverlay`. Throws ArgumentError before any request, and the errors of the client (platform API: REG-11).
 *
 * @param args Which images of the catalog to list.
 */
export const listCatalogImages = defineOperation({
  functions: ["getCatalogImages"],
  method: "GET",
  path: "/registry/v2/catalogImages",
  params: {},
  request: {
    /** Exact name of the image, such as `go`. */
    name: optional(string()),
  },
  answer: { repos: computed(list(objectOf(repo))) },
  returns: "repos",
  pages: {},
  repeat: "safe",
  needs: { capabilities: ["CAP_REPO_LIST"], at: "anywhere" },
});
