import { atMostOneOf } from "../spec/field-options";
import {
  computed,
  digest,
  enumOf,
  integer,
  list,
  message,
  optional,
  required,
  string,
  timestamp,
  uid,
} from "../spec/types";
import { always, defineOperation } from "./operation";

/** Verdicts on a rule, as XCCDF 1.2 has them. */
const verdict = enumOf(
  "STIG_RESULT_UNSPECIFIED",
  "STIG_RESULT_PASS",
  "STIG_RESULT_FAIL",
  "STIG_RESULT_ERROR",
  "STIG_RESULT_UNKNOWN",
  "STIG_RESULT_NOT_APPLICABLE",
  "STIG_RESULT_NOT_CHECKED",
  "STIG_RESULT_NOT_SELECTED",
  "STIG_RESULT_FIXED",
  "STIG_RESULT_INFORMATIONAL",
);

const resultCounts = list(
  message({
    /** The verdict. */
    result: computed(verdict, { ...always, typeName: "StigVerdict" }),
    /** Number of rules. */
    count: computed(integer, always),
  }),
);

const rule = message({
  /** Identifier of the rule, such as `xccdf_mil.disa.stig_rule_SV-263659r982563_rule`. */
  ruleId: computed(string(), always),
  /** Severity, such as `high`. It is `unknown` if the scan did not record it. */
  severity: computed(string(), always),
  /** The verdict. Only `STIG_RESULT_FAIL` is a finding. */
  result: computed(verdict, { ...always, typeName: "StigVerdict" }),
  /** Title of the rule. */
  title: computed(string()),
  /** Description of the rule. */
  description: computed(string()),
  /** Id of the innermost group that contains the rule. */
  groupId: computed(string()),
  /** Title of that group. */
  groupTitle: computed(string()),
});

const group = message({
  /** Id of the group. */
  groupId: computed(string(), always),
  /** Title of the group. */
  groupTitle: computed(string()),
  /** Number of the group's rules by verdict. */
  resultCounts: computed(resultCounts, { ...always, typeName: "StigResultCount" }),
});

/**
 * Returns the STIG report of an image. Throws NotFoundError if the image has no report, which differs from one without
 * failures (platform API: REG-12).
 *
 * @param args Which image's report to fetch.
 */
export const stigReport = defineOperation({
  functions: ["getStigReport"],
  method: "GET",
  path: "/registry/v2/repos/{repoUid}/digests/{digest}/stig",
  params: {
    /** uid of the repo that contains the image. */
    repoUid: required(uid("registry:Repo")),
    /** Digest of the image's manifest, or of its index, the manifest of all architectures: `sha256:` and 64 hex digits. */
    digest: required(digest),
  },
  request: {
    /** Architecture whose report to fetch, if the digest is that of an index, such as `amd64`. */
    architecture: optional(string()),
  },
  answer: {
    /** Profile that the scan evaluated. */
    profileId: computed(string(), always),
    /** Start of the scan, UTC. */
    startTime: computed(timestamp),
    /** End of the scan, UTC. */
    endTime: computed(timestamp),
    /** Image of the scanner. */
    scannerImage: computed(string(), atMostOneOf("_scannerImage")),
    /** Version of the rules. */
    datastreamVersion: computed(string(), atMostOneOf("_datastreamVersion")),
    /** The verdicts on all rules. */
    rules: computed(list(rule), { ...always, typeName: "StigRule" }),
    /** Number of rules by verdict. */
    resultCounts: computed(resultCounts, { ...always, typeName: "StigResultCount" }),
    /** Digest of the manifest that was scanned. A rebuilt image has the report of the image that it was built from. */
    scannedDigest: computed(string(), always),
    /** The verdicts by group of rules, sorted by the group's id. */
    groups: computed(list(group), { ...always, typeName: "StigGroup" }),
    /** Architecture of the scanned manifest. */
    architecture: computed(string(), atMostOneOf("_architecture")),
    /** SHA-256 of the whole report (XCCDF), in hex digits. */
    xccdfSha256: computed(string(), always),
  },
  repeat: "safe",
  needs: {
    capabilities: [
      "CAP_IAM_GROUPS_LIST",
      "CAP_REPO_LIST",
      "CAP_MANIFEST_LIST",
      "CAP_TAG_LIST",
      "CAP_REFERRERS_LIST",
      "CAP_REPO_BLOBS_GET",
    ],
    at: "repoUid",
  },
});
