import { z } from "zod";
import { arrayOf, count, documentOf, instant, texts } from "../../document";
import { statusNames } from "./assess";
import { severityNames, thresholds } from "./severity";

export const advisoriesDocument = documentOf("advisories", {
  failOn: z.enum(thresholds).describe("Lowest known severity that counts as a finding."),
  failsOnUnknown: z.boolean().describe("Whether an unknown severity counts as a finding."),
  artifacts: arrayOf("Artifacts of the call or the stack.", {
    name: z.string(),
    version: z
      .string()
      .nullable()
      .describe("Version that the stack pins, or its upper bound, `<9`. Null if it pins none."),
    pinnedBy: texts("URNs of the resources that pin it. Empty if the call names it."),
    advisories: count.describe("Number of advisories on it, closed ones included."),
  }),
  notCovered: texts(
    "URNs of resources that were not checked, because their pins are secret in the state, or the token may not see the repo that they mirror.",
  ),
  advisories: arrayOf("The advisories: open ones first, then by severity.", {
    uid: z.string(),
    advisoryId: z.string(),
    aliases: texts("CVE, GHSA."),
    artifact: z.string(),
    pinnedVersion: z.string().nullable(),
    architecture: z.string(),
    component: z.string(),
    severity: z.enum(severityNames).describe("unknown: there is no score that this version can read."),
    score: z.number().min(0).max(10).nullable().describe("CVSS base score, the highest if there are several."),
    status: z
      .enum(statusNames)
      .describe(
        "Status by the newest approved event. fix not taken: the stack pins an older version. fix unknown: it pins a digest.",
      ),
    fixedVersion: z.string().nullable(),
    updateTime: instant.nullable(),
    isOpen: z.boolean(),
    isFinding: z
      .boolean()
      .describe(
        "Whether it counts as a finding: it is open, its status is not fix unknown, and it is as severe as failOn and failsOnUnknown require.",
      ),
  }),
});
