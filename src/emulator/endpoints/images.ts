import { imageArchitectures, imageSize } from "../../operations/images";
import { repo } from "../../resources/repo";
import { tag } from "../../resources/tag";
import { notFound } from "../gateway/errors";
import { type Endpoint, endpoint, type Service } from "./endpoint";

const kind = { type: "registry:Image" } as const;

const ARCHITECTURES = ["amd64", "arm64"];
const DEFAULT_ARCHITECTURE = "amd64";
const SIZE = "5368709120";

function refuseUnknown({ repoUid, digest }: Readonly<Record<"repoUid" | "digest", string>>, service: Service): void {
  service.platform.get(repo, repoUid);
  const isKnown = service.store.children(tag.type, repoUid).some(({ values }) => values.digest === digest);
  if (!isKnown) throw notFound(kind, digest);
}

const listArchitectures = endpoint({
  operation: imageArchitectures,
  kind,
  answer: ({ params }, service) => {
    refuseUnknown(params, service);
    return { architectures: ARCHITECTURES };
  },
});

const getSize = endpoint({
  operation: imageSize,
  kind,
  answer: ({ params, args }, service) => {
    refuseUnknown(params, service);
    const architecture = args.architecture || DEFAULT_ARCHITECTURE;
    if (!ARCHITECTURES.includes(String(architecture))) throw notFound(kind, `${params.digest} ${architecture}`);
    return { size: SIZE, architecture };
  },
});

export const imageEndpoints: readonly Endpoint[] = [listArchitectures, getSize];
