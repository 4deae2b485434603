import { repo } from "../resources/repo";
import { computed, required, string, uid } from "../spec/types";
import { defineOperation } from "./operation";

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
