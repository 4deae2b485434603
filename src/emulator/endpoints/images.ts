import { architecturesFields, sizeFields } from "../../resources/image";
import { repo } from "../../resources/repo";
import { tag } from "../../resources/tag";
import { notFound } from "../gateway/errors";
import { type Endpoint, endpoint, type Service, specOf, written } from "./endpoint";

const kind = { type: "registry:Image", collection: repo.collection } as const;
const path = `${repo.collection}/{repo=**}/digests/{digest}` as const;
// [open] images have no capabilities of their own.
const allowed = { capability: "CAP_REPO_LIST", in: { path: "repo" }, of: repo } as const;

const ARCHITECTURES = ["amd64", "arm64"];
const SIZE = "5368709120";

/** Refuses an image that no tag of the repo points to. Throws StatusError. */
function refuseUnknown({ repo: repoUid, digest }: Readonly<Record<"repo" | "digest", string>>, service: Service): void {
  service.platform.get(specOf(service, repo.type), repoUid);
  const isKnown = service.store.children(tag.type, repoUid).some(({ values }) => values.digest === digest);
  if (!isKnown) throw notFound(kind, digest);
}

const listArchitectures = endpoint({
  method: "GET",
  path: `${path}/architectures`,
  kind,
  allowed,
  answer: ({ params }, service) => {
    refuseUnknown(params, service);
    return written(service, { name: "Architectures", fields: architecturesFields }, { architectures: ARCHITECTURES });
  },
});

/** Without an architecture it is that of the first one ([open] in the API). */
const getSize = endpoint({
  method: "GET",
  path: `${path}/size`,
  kind,
  allowed,
  answer: ({ params, query }, service) => {
    refuseUnknown(params, service);
    const architecture = query.text("architecture") || ARCHITECTURES[0];
    if (!ARCHITECTURES.includes(String(architecture))) throw notFound(kind, `${params.digest} ${architecture}`);
    return written(service, { name: "Size", fields: sizeFields }, { size: SIZE, architecture });
  },
});

/** Facts about images; the emulator answers the same for all. */
export const imageEndpoints: readonly Endpoint[] = [listArchitectures, getSize];
