import { isUid } from "../uid";
import type { Complaint } from "./complaint";
import { markdownComplaint } from "./markdown";
import { anchorAdvice, patternComplaint } from "./re2";
import type { ListType, StringFormat, StringType } from "./types";

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a text is a valid RFC 3339 time, `2026-01-05T08:30:08Z`, with any fraction. */
export function isTimestamp(text: string): boolean {
  const [, local] = TIMESTAMP.exec(text) ?? [];
  // Date.parse takes 30 February for 2 March.
  const ms = Date.parse(`${local}Z`);
  return !Number.isNaN(ms) && !Number.isNaN(Date.parse(text)) && new Date(ms).toISOString().startsWith(String(local));
}

/** Whether a text is a 64-bit integer as the platform returns it: without leading zeros. Another spelling would always differ. */
export const isInt64 = (text: string): boolean =>
  /^(0|-?[1-9]\d{0,18})$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** Matches hosts as URL normalizes them: lower case, IPv4 addresses as four decimals, IPv6 in brackets. */
const PRIVATE_HOST =
  /^((.*\.)?localhost\.?|(0|10|127)\.[\d.]+|192\.168\.[\d.]+|169\.254\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.[\d.]+|\[.*\])$/;

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds of a duration, `24h` or `86400`. Undefined for other texts. */
export function secondsOf(text: string): number | undefined {
  const [, amount, unit = "s"] = /^(\d{1,10})(?:\.0+)?([smhd])?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (UNIT_SECONDS[unit] ?? 1);
}

function urlComplaint(text: string, example: string, schemes: readonly string[]): string | undefined {
  if (!URL.canParse(text)) return `must be a URL, like ${example}`;
  const { protocol, username, password } = new URL(text);
  if (!schemes.includes(protocol)) return "must be an https URL";
  if (username !== "" || password !== "") return "must not contain a user name or password";
  if (/[^\x21-\x7e]/.test(text)) return "must not contain white space or characters beyond ASCII";
  return undefined;
}

function sinkComplaint(text: string): string | undefined {
  const complaint = urlComplaint(text, "https://sink.example.com/hook", ["https:", "http:"]);
  if (complaint !== undefined) return complaint;
  return new URL(text).port === "0" ? "must not use port 0" : undefined;
}

/** Advice about a valid sink. Undefined for an https URL of a public host. Host names are not resolved. */
function sinkAdvice(text: string): string | undefined {
  const { protocol, hostname } = new URL(text);
  const advice = [
    ...(protocol === "https:" ? [] : ["should be an https URL, because events are sent there unencrypted"]),
    ...(PRIVATE_HOST.test(hostname)
      ? ["should name a public host, because the platform may not reach a private, loopback or literal IPv6 address"]
      : []),
  ];
  return advice.length === 0 ? undefined : advice.join(", and ");
}

const complaints: Record<StringFormat, (text: string) => string | undefined> = {
  uid: (text) =>
    isUid(text) ? undefined : "must be a uid, like 1a2b/3c4d: ids of letters, digits, - and _ joined by slashes",
  timestamp: (text) => (isTimestamp(text) ? undefined : "must be an RFC 3339 timestamp, like 2026-01-05T08:30:00Z"),
  duration: (text) => (secondsOf(text) === undefined ? "must be a duration, like 24h, 7d, or 86400s" : undefined),
  https: (text) => urlComplaint(text, "https://login.example.com", ["https:"]),
  sink: sinkComplaint,
  digest: (text) => (/^sha256:[0-9a-f]{64}$/.test(text) ? undefined : "must be sha256: and 64 lower-case hex digits"),
  bytes: (text) => (/^[A-Za-z0-9+/_-]*={0,2}$/.test(text) ? undefined : "must be base64"),
  int64: (text) => (isInt64(text) ? undefined : "must be a 64-bit integer without leading zeros, like 42"),
  account: (text) => (/^\d{12}$/.test(text) ? undefined : "must be the 12 digits of an account number"),
};

/** The complaint about the format of a string, as the end of a sentence. Undefined if it is valid. */
export function stringComplaint(type: StringType, text: string): string | undefined {
  if (type.format !== undefined) {
    const complaint = complaints[type.format](text);
    if (complaint !== undefined) return complaint;
  }
  if (type.pattern !== undefined && !type.pattern.test(text)) return `must match ${type.pattern.source}`;
  return undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The complaint about a valid duration or timestamp that exceeds its limit, by this machine's clock. Undefined if it does not. */
export function limitComplaint({ maxSeconds, maxDaysAhead }: StringType, text: string): string | undefined {
  if (maxSeconds !== undefined && (secondsOf(text) ?? 0) > maxSeconds) return `must be at most ${maxSeconds / 3600}h`;
  if (maxDaysAhead !== undefined && Date.parse(text) > Date.now() + maxDaysAhead * DAY_MS) {
    return `must be at most ${maxDaysAhead} days from now`;
  }
  return undefined;
}

/** The complaint about a text with the right format that the platform refuses, or may refuse. Undefined if it accepts the text. */
export function ruleComplaint(
  { rule, known, isMarkdown, isRe2 }: StringType,
  text: string,
): Omit<Complaint, "property" | "kind"> | undefined {
  if (rule !== undefined && !rule.pattern.test(text)) {
    const { says, source = rule.pattern.source } = rule;
    return { reason: says, ...(new RegExp(source).test(text) ? {} : { pattern: source }) };
  }
  const complaint = isMarkdown ? markdownComplaint(text) : isRe2 ? patternComplaint(text) : undefined;
  if (complaint !== undefined) return { reason: complaint };
  if (known === undefined || known.includes(text)) return undefined;
  const reason = `is not one of ${known.join(", ")}, so the platform may refuse it`;
  return { reason, isWarning: true };
}

/** What is unwise about a text that the platform accepts, as the end of a sentence. Undefined if nothing is. */
export function adviceAbout({ format, rule, isRe2 }: StringType, text: string): string | undefined {
  if (isRe2) return anchorAdvice(text);
  if (format === "sink") return sinkAdvice(text);
  return rule?.usual === undefined || rule.usual.pattern.test(text) ? undefined : rule.usual.says;
}

/** The complaint about a list with too many items, as the end of a sentence. Undefined if it has not. */
export function lengthComplaint({ maxItems = Number.POSITIVE_INFINITY }: ListType, length: number): string | undefined {
  if (length <= maxItems) return undefined;
  return `must have at most ${maxItems} ${maxItems === 1 ? "item" : "items"}, because the platform accepts no more`;
}
