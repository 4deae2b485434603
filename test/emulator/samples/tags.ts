import { blocked, failure, json, listed, NOW, SECOND } from "./shapes";

const digest = "sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
const latest = { uid: "$TAG", name: "latest", digest, updateTime: NOW };
const extra = { deprecated: false, bundles: [] };
const tag = { ...latest, ...extra };

/** Tags and images of the mirror; afterwards the repo is as it was. */
export const tags = `
  TAG = POST /registry/v2/tags/$MIRROR ${json({ name: "latest", digest })} -> ${json(tag)}
  GET /registry/v2/tags/$TAG -> ${json(tag)}
  GET /registry/v2/tags?uidp.children_of=$MIRROR -> ${listed("tags", tag)}
  POST /registry/v2/tags/$MIRROR ${json({ name: "latest", digest, deprecated: true })}
  -> ${json({ ...latest, ...extra, updateTime: SECOND, deprecated: true })}
  PATCH /registry/v2/tags/$TAG {"deprecated":true} -> 501 ${failure(12, "Method Not Allowed")}
  GET /registry/v2/repos/$MIRROR/digests/${digest}/architectures -> {"architectures":["amd64","arm64"]}
  GET /registry/v2/repos/$MIRROR/digests/${digest}/size?architecture=amd64
  -> {"size":"5368709120","architecture":"amd64"}
  DELETE /registry/v2/repos/$MIRROR
  -> 400 ${blocked("registry", "Repo", "$MIRROR", "cannot delete repo with child tags")}
  DELETE /registry/v2/tags/$TAG -> {}
`;
