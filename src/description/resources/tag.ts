import { defineResource } from "../spec/resource";
import { boolean, computed, digest, optional, required, set, string, stringOf, timestamp, uid } from "../spec/types";
import { bundles, tagName } from "./text-rules";

/** A tag of a repo (platform API: REG-4). There is no PATCH. Creating an existing tag again moves it (platform API: REG-5). */
export const tag = defineResource({
  type: "registry:Tag",
  collection: "/registry/v2/tags",
  needs: {
    see: ["CAP_TAG_LIST"],
    create: ["CAP_TAG_CREATE"],
    delete: ["CAP_TAG_DELETE"],
  },
  update: "upsert",
  peculiar: {
    // Without these wire parameters, List leaves out tags that look generated.
    listQuery: [
      ["include_referrers", "true"],
      ["include_dates", "true"],
      ["include_epochs", "true"],
      ["include_vcs_snapshots", "true"],
    ],
  },
  fields: {
    /** uid of the repo. */
    parentUid: required(uid("registry:Repo"), { parent: true }),
    /** Name of the tag, such as `latest`. Default: the name of the Pulumi resource. */
    name: required(string(tagName), { key: true, filter: "name" }),
    /** Digest of a manifest that is already in the repo: `sha256:` and 64 hex digits. */
    digest: required(digest),
    /** Labels that group tags for sales, in any order, with the same values as those of repos. */
    bundles: optional(set(stringOf(bundles))),
    /** Whether the tag has reached its end of life. */
    deprecated: optional(boolean),
    /** When the tag was last moved, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
