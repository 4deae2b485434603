import { blocked, failure, listed, NOW, type Sample, SECOND } from "./shapes";

const digest = "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
const latest = { uid: "$TAG", name: "latest", digest, updateTime: NOW };
const extra = { deprecated: false, bundles: [] };
const tag = { ...latest, ...extra };

/** Tags and images of the mirror; afterwards the repo is as it was. */
export const tags: readonly Sample[] = [
  {
    it: "creates a tag",
    request: "POST /registry/v2/tags/$MIRROR",
    body: { name: "latest", digest },
    as: "TAG",
    full: tag,
  },
  { it: "gets a tag", request: "GET /registry/v2/tags/$TAG", full: tag },
  { it: "lists the tags of a repo", request: "GET /registry/v2/tags?uidp.children_of=$MIRROR", ...listed("tags", tag) },
  {
    it: "moves a tag when it is created again",
    request: "POST /registry/v2/tags/$MIRROR",
    body: { name: "latest", digest, deprecated: true },
    full: { ...latest, ...extra, updateTime: SECOND, deprecated: true },
  },
  {
    it: "has no PATCH for tags",
    request: "PATCH /registry/v2/tags/$TAG",
    body: { deprecated: true },
    status: 501,
    ...failure(12, "Method Not Allowed"),
  },
  {
    it: "returns the architectures of an image",
    request: `GET /registry/v2/repos/$MIRROR/digests/${digest}/architectures`,
    full: { architectures: ["amd64", "arm64"] },
  },
  {
    it: "returns the size of an image",
    request: `GET /registry/v2/repos/$MIRROR/digests/${digest}/size?architecture=amd64`,
    full: { size: "5368709120", architecture: "amd64" },
  },
  {
    it: "refuses to delete a repo with tags",
    request: "DELETE /registry/v2/repos/$MIRROR",
    status: 400,
    ...blocked("registry", "Repo", "$MIRROR", "cannot delete repo with child tags"),
  },
  { it: "deletes a tag", request: "DELETE /registry/v2/tags/$TAG", full: {} },
];
