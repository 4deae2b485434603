import type { TagReference } from "../../../client/api/registry/requests";
import { registryCallerOf } from "../../../client/connect";
import { registryAccess } from "../../../program/lookups/access";
import { NoSingleAnswerError } from "../../../program/lookups/errors";
import { getTagDigest, getTagHistory, type RegistryAccess } from "../../../program/lookups/tag-history";
import type { FlagsFor, Run } from "../../command";
import { CallError, CLEAN, columns, type Report, whole } from "../../declaration";
import { instantText, reportOf } from "../../document";
import { originOf } from "../../stack/origin";
import { settingsOf, withStackHint } from "../../stack/settings";
import { timeText } from "../../times";
import type { history } from "./declaration";
import { churnOf, movesSince, type TagHistory } from "./intervals";
import { parseReference, referenceText } from "./reference";
import { historyReport } from "./report";
import { digestDocument } from "./schema";

type Flags = FlagsFor<typeof history>;

export const run: Run<typeof history> = (call) =>
  withStackHint(call, async () => {
    const flags = checked(call.flags);
    const settings = await settingsOf(call);
    const access = registryAccess(settings);
    const [text = ""] = call.arguments;
    const reference = parseReference(text, settings.address("registryUrl").host, access.publicOrg);
    call.progress(`Reading the history of ${referenceText(reference)}`);
    if (flags.at !== undefined) return atTime(access, reference, flags.at);
    const found = await overTime(access, reference, flags);
    return historyReport(
      found,
      flags.output === "html" ? await originOf(settings, "registryUrl", () => registryCallerOf(settings)) : undefined,
    );
  });

function checked(flags: Flags): Flags {
  const { since, until, at, output } = flags;
  if (at !== undefined && (since !== undefined || until !== undefined)) {
    throw new CallError("--at asks for one digest, so it excludes --since and --until");
  }
  if (at !== undefined && output === "html") {
    throw new CallError("--at shows one digest, which has no page. Use -o json, or remove --at");
  }
  if (since !== undefined && until !== undefined && since > until) {
    throw new CallError("--since must not be later than --until");
  }
  for (const [option, time] of Object.entries({ since, at }))
    if (time !== undefined && time > Date.now()) throw new CallError(`--${option} must not be in the future`);
  return flags;
}

async function overTime(access: RegistryAccess, reference: TagReference, { since, until }: Flags): Promise<TagHistory> {
  // --until can be in the future, but no lifetime can.
  const now = Date.now();
  const end = Math.min(until ?? now, now);
  const records = await getTagHistory(access, {
    ...reference,
    ...(until === undefined ? {} : { end: instantText(until) }),
  });
  const moves = movesSince(records, since, end);
  return { reference, since, until: until ?? now, end, ...moves, churn: churnOf(moves.intervals) };
}

async function atTime(access: RegistryAccess, reference: TagReference, at: number): Promise<Report> {
  const digest = await getTagDigest(access, { ...reference, at: instantText(at) }).catch((error) => {
    if (!(error instanceof NoSingleAnswerError)) throw error;
    throw new Error(`${referenceText(reference)} had no digest at ${timeText(at)}`);
  });
  return reportOf({
    document: { ...reference, at: instantText(at), digest },
    schema: digestDocument,
    tables: [{ columns: columns(whole("DIGEST")), rows: [[digest]], isBare: true }],
    notes: [],
    exit: CLEAN,
  });
}
