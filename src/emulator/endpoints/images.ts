import { architecturesFields, sizeFields } from "../../resources/image";
import { repo } from "../../resources/repo";
import { tag } from "../../resources/tag";
import { notFound } from "../gateway/errors";
import type { Endpoint, Service } from "./endpoint";

const kind = { type: "registry:Image", collection: repo.collection } as const;
const path = `${repo.collection}/{repo=**}/digests/{digest}`;

const ARCHITECTURES = ["amd64", "arm64"];
const SIZE = "5368709120";

/** Refuses an image that no tag of the repo points to. Throws StatusError. */
function refuseUnknown({ repo: repoUid = "", digest = "" }: Readonly<Record<string, string>>, service: Service): void {
  service.platform.get(service.spec(repo.type), repoUid);
  const isKnown = service.store.children(tag.type, repoUid).some(({ values }) => values.digest === digest);
  if (!isKnown) throw notFound(kind, digest);
}

const listArchitectures: Endpoint = {
  method: "GET",
  path: `${path}/architectures`,
  kind,
  targetKind: repo,
  answer: ({ params }, service) => {
    refuseUnknown(params, service);
    return service.write(architecturesFields, { architectures: ARCHITECTURES }, "Architectures");
  },
};

/** Without an architecture it is that of the first one ([open] in the API). */
const getSize: Endpoint = {
  method: "GET",
  path: `${path}/size`,
  kind,
  targetKind: repo,
  answer: ({ params, query }, service) => {
    refuseUnknown(params, service);
    const architecture = query.text("architecture") || ARCHITECTURES[0];
    if (!ARCHITECTURES.includes(String(architecture))) throw notFound(kind, `${params.digest} ${architecture}`);
    return service.write(sizeFields, { size: SIZE, architecture }, "Size");
  },
};

/** What is known about images; all of them are alike. */
export const imageEndpoints: readonly Endpoint[] = [listArchitectures, getSize];
