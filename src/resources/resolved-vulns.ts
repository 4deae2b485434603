import { computed, list, message, string, timestamp } from "../spec/types";
import { severity } from "./vulnerability";

const always = { always: true } as const;

/** Vulnerabilities that images got rid of on one day (spec: Advisory, resolved-vulnerability reports). Read-only. */
export const resolvedVulnsReportFields = {
  /** The day, as a time in UTC. */
  date: computed(timestamp, always),
  /** What was resolved on it. */
  resolvedVulns: computed(
    list(
      message({
        /** Identifier of the vulnerability. */
        id: computed(string(), always),
        /** Its other identifiers: CVE, GHSA. */
        aliases: computed(list(string()), always),
        /** Severity by scoring scheme. */
        cvssSeverities: computed(list(severity), always),
      }),
    ),
    always,
  ),
} as const;
