import { imageArchitectures, imageSize } from "../../description/operations/images";
import { listCatalogImages } from "../../description/operations/repos";
import { stigReport } from "../../description/operations/stig-reports";
import { repo } from "../../description/resources/repo";
import { tag } from "../../description/resources/tag";
import { notFound } from "../gateway/errors";
import { sortableTimes } from "../gateway/pages";
import { publicOrganization } from "../seed/seed";
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

const RULE = "xccdf_mil.disa.stig_rule_SV-263659r982563_rule";
const GROUP = "xccdf_._group_Access";

/** One report for every image: a rule that it keeps, and one that it breaks. */
const getStig = endpoint({
  operation: stigReport,
  kind,
  answer: ({ params, args }, service) => {
    refuseUnknown(params, service);
    const counts = ["STIG_RESULT_PASS", "STIG_RESULT_FAIL"].map((result) => ({ result, count: 1 }));
    return {
      profileId: "xccdf_mil.disa.stig_profile_sample",
      startTime: "2026-01-05T08:30:00Z",
      endTime: "2026-01-05T08:31:00Z",
      rules: counts.map(({ result }, i) => ({
        ruleId: `${RULE}${i}`,
        severity: "medium",
        result,
        title: "Seeded rule",
        groupId: GROUP,
      })),
      resultCounts: counts,
      scannedDigest: params.digest,
      groups: [{ groupId: GROUP, resultCounts: counts }],
      architecture: args.architecture || DEFAULT_ARCHITECTURE,
      xccdfSha256: "0".repeat(64),
    };
  },
});

/** The repos of the public organization, whatever the caller may see. */
const listCatalog = endpoint({
  operation: listCatalogImages,
  kind: repo,
  list: ({ args: { name = "" } }, { store }) => ({
    items: store
      .children(repo.type, publicOrganization.uid)
      .filter(({ values }) => name === "" || values.name === name)
      .map(({ uid, values: { syncConfig: _, customOverlay: __, readme: ___, ...values } }) => ({
        uid,
        values: { ...values, uid },
      })),
    sortable: { name: ({ values }) => String(values.name), ...sortableTimes("createTime", "updateTime") },
    defaultOrder: "name",
  }),
});

export const imageEndpoints: readonly Endpoint[] = [listArchitectures, getSize, getStig, listCatalog];
