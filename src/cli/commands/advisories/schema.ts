import { z } from "zod";
import { count, documentOf, instant, listOf, texts } from "../../document";
import { severityNames, thresholds } from "./severity";
import { statusNames } from "./status";

/** The document of `advisories -o json`. */
export const advisoriesDocument = documentOf("advisories", {
  failOn: z.enum(thresholds).describe("Least known severity that counted as a finding."),
  failsOnUnknown: z.boolean().describe("Whether an unknown severity counted as a finding."),
  artifacts: listOf("What was asked about.", {
    name: z.string(),
    version: z
      .string()
      .nullable()
      .describe("The version that the stack pins, or its upper bound, `<9`; null if it pins none."),
    pinnedBy: texts("URNs of the resources that pin it; empty where it was named in the call."),
    advisories: count.describe("How many advisories there are on it, closed ones too."),
  }),
  notCovered: texts("URNs of resources that pin something secret in the state, which was not asked about."),
  advisories: listOf("The advisories, open ones before closed ones, the most severe first.", {
    uid: z.string(),
    advisoryId: z.string(),
    aliases: texts("CVE, GHSA."),
    artifact: z.string(),
    pinnedVersion: z.string().nullable(),
    architecture: z.string(),
    component: z.string(),
    severity: z.enum(severityNames).describe("unknown: there is no score, or none that this version reads."),
    score: z.number().min(0).max(10).nullable().describe("CVSS base score, the highest where there are several."),
    status: z
      .enum(statusNames)
      .describe(
        "By the newest approved event; fix not taken: the stack pins an older version; fix unknown: it pins a digest.",
      ),
    fixedVersion: z.string().nullable(),
    updateTime: instant.nullable(),
    isOpen: z.boolean(),
    isFinding: z
      .boolean()
      .describe("Whether it is open, its fix is not unknown, and it is as severe as failOn and failsOnUnknown say."),
  }),
});
