import { blocked, failure, json, listed, NOW, SECOND } from "./shapes";

const digest = "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
const latest = { uid: "$TAG", name: "latest", digest, updateTime: NOW };
const extra = { deprecated: false, bundles: [] };
const tag = { ...latest, ...extra };

/** Tags and images of the mirror; afterwards the repo is as it was. */
export const tags = `
  # creates a tag
  TAG = POST /registry/v2/tags/$MIRROR ${json({ name: "latest", digest })} -> ${json(tag)}

  # gets a tag
  GET /registry/v2/tags/$TAG -> ${json(tag)}

  # lists the tags of a repo
  GET /registry/v2/tags?uidp.children_of=$MIRROR -> ${listed("tags", tag)}

  # moves a tag when it is created again
  POST /registry/v2/tags/$MIRROR ${json({ name: "latest", digest, deprecated: true })}
  -> ${json({ ...latest, ...extra, updateTime: SECOND, deprecated: true })}

  # has no PATCH for tags
  PATCH /registry/v2/tags/$TAG {"deprecated":true} -> 501 ${failure(12, "Method Not Allowed")}

  # returns the architectures of an image
  GET /registry/v2/repos/$MIRROR/digests/${digest}/architectures -> {"architectures":["amd64","arm64"]}

  # returns the size of an image
  GET /registry/v2/repos/$MIRROR/digests/${digest}/size?architecture=amd64
  -> {"size":"5368709120","architecture":"amd64"}

  # refuses to delete a repo with tags
  DELETE /registry/v2/repos/$MIRROR
  -> 400 ${blocked("registry", "Repo", "$MIRROR", "cannot delete repo with child tags")}

  # deletes a tag
  DELETE /registry/v2/tags/$TAG -> {}
`;
