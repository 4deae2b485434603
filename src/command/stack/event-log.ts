import { z } from "zod";
import { objectKey, type RecordedObject } from "./export";
import { jsonOf } from "./json";
import { PulumiError } from "./pulumi";

const values = z.record(z.string(), z.unknown());

/** A resource before or after. The engine has replaced the texts of its secrets, and kept their marks. */
const side = z.object({
  id: z.string(),
  inputs: values.nullish().transform((given) => given ?? {}),
  outputs: values.nullish().transform((given) => given ?? {}),
  delete: z.boolean().default(false),
  external: z.boolean().default(false),
  custom: z.boolean().default(false),
});

const step = z.object({
  urn: z.string().min(1),
  type: z.string(),
  old: side.nullable(),
  new: side.nullable(),
  detailedDiff: z.record(z.string(), z.unknown()).nullish(),
});

const event = z.object({
  sequence: z.number(),
  resourcePreEvent: z.object({ metadata: z.object({ urn: z.string().min(1) }) }).optional(),
  resOutputsEvent: z
    .object({
      metadata: step.extend({ op: z.enum(["same", "update", "delete"]) }),
      // Without it, the refresh was not a preview.
      planning: z.literal(true),
    })
    .optional(),
  diagnosticEvent: z.object({ urn: z.string().optional(), message: z.string(), severity: z.string() }).optional(),
  errorEvent: z.object({ error: z.string() }).optional(),
  summaryEvent: z.object({ resourceChanges: z.record(z.string(), z.number()).nullish() }).optional(),
});

type Side = Readonly<Pick<z.infer<typeof side>, "inputs" | "outputs">>;

export interface Refreshed {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  readonly outcome: "same" | "changed" | "deleted";
  readonly recorded: Side;
  /** Its live values. Undefined if it was deleted. */
  readonly live: Side | undefined;
  /** Paths of changed properties, `claims.sub`, `names[1]`. Undefined if the engine names none. */
  readonly paths: readonly string[] | undefined;
  readonly isPendingDelete: boolean;
  /** The stack reads it (`get`), so that the engine compares outputs. */
  readonly isReadOnly: boolean;
  /** Whether it has an object. Components, providers and stacks have none. */
  readonly isObject: boolean;
}

export interface Unread {
  readonly urn: string;
  readonly message: string;
}

export interface RefreshLog {
  readonly resources: readonly Refreshed[];
  readonly unread: readonly Unread[];
  /** Errors without a resource. */
  readonly errors: readonly string[];
}

/** Parses the log of a refresh that is a preview, one event on each line. Throws PulumiError if its form is unknown or it ends early. */
export function readRefreshLog(text: string): RefreshLog {
  // Each event has its own number, so an equal line repeats one.
  const lines = [...new Set(text.split("\n").map((line) => line.trim()))];
  const events = lines.flatMap((line, i) => (line === "" ? [] : [eventIn(line, i + 1)]));
  const summary = events.find(({ summaryEvent }) => summaryEvent !== undefined)?.summaryEvent;
  if (summary === undefined) throw new PulumiError("the engine's event log ends before its summary");
  const resources = events.flatMap(({ resOutputsEvent }) =>
    resOutputsEvent === undefined ? [] : [refreshed(resOutputsEvent.metadata)],
  );
  for (const outcome of ["changed", "deleted", "same"] as const) {
    const counted = summary.resourceChanges?.[OPS[outcome]] ?? 0;
    const found = resources.filter((resource) => resource.outcome === outcome).length;
    // Objects of the engine's own are among the unchanged ones of the log, and not in the summary.
    if (outcome === "same" ? found < counted : found !== counted)
      throw new PulumiError(`${UNKNOWN_FORM}: its summary counts ${counted} ${outcome}, but it contains ${found}`);
  }
  const errors = events.flatMap(({ diagnosticEvent, errorEvent }): { urn?: string | undefined; message: string }[] => {
    if (errorEvent !== undefined) return [{ message: errorEvent.error }];
    return diagnosticEvent?.severity === "error" ? [diagnosticEvent] : [];
  });
  return {
    resources,
    unread: unreadOf(
      events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata.urn ?? []),
      resources,
      errors,
    ),
    errors: errors.flatMap(({ urn, message }) => (urn ? [] : [message])),
  };
}

/** Adds the objects of a state that a log did not compare: missing ones, and half-replaced ones, which the engine logs without reading them. */
export function withUncompared(log: RefreshLog, recorded: readonly RecordedObject[]): RefreshLog {
  const halfReplaced = new Set(recorded.filter(({ isHalfReplaced }) => isHalfReplaced).map(objectKey));
  const resources = log.resources.filter((one) => !halfReplaced.has(objectKey(one)));
  const compared = new Set(resources.map(objectKey));
  const failed = new Set(log.unread.map(({ urn }) => urn));
  const missing = recorded.filter((one) => !compared.has(objectKey(one)) && !failed.has(one.urn));
  const unread = missing.map(({ urn, isHalfReplaced }) => ({
    urn,
    message: isHalfReplaced ? HALF_REPLACED : UNMENTIONED,
  }));
  return { ...log, resources, unread: [...log.unread, ...unread] };
}

const UNMENTIONED = "the engine's event log does not mention it";

const HALF_REPLACED =
  "its replacement was interrupted, so the engine does not compare it. Run pulumi up, which completes the replacement";

const OPS = { changed: "update", deleted: "delete", same: "same" } as const;

const UNKNOWN_FORM = "the engine's event log has a form that this version of pulumi-platform does not know";

function eventIn(line: string, number: number): z.infer<typeof event> {
  const result = event.safeParse(jsonOf(line));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PulumiError(`${UNKNOWN_FORM}: line ${number}, ${issue?.path.join(".") || "which is not a JSON object"}`);
}

type LoggedStep = NonNullable<z.infer<typeof event>["resOutputsEvent"]>["metadata"];

function refreshed({ urn, type, op, old, new: now, detailedDiff }: LoggedStep): Refreshed {
  if (old === null || (now === null) !== (op === "delete"))
    throw new PulumiError(`${UNKNOWN_FORM}: a step ${op} that lacks a state`);
  const paths = Object.keys(detailedDiff ?? {});
  return {
    urn,
    type,
    id: old.id,
    outcome: op === "update" ? "changed" : op === "delete" ? "deleted" : "same",
    recorded: old,
    live: now ?? undefined,
    paths: paths.length === 0 ? undefined : paths,
    isPendingDelete: old.delete,
    isReadOnly: old.external,
    isObject: old.custom && !type.startsWith("pulumi:providers:"),
  };
}

/** Returns the resources that an error names, and those that were begun but have no outcome. */
function unreadOf(
  begun: readonly string[],
  resources: readonly Refreshed[],
  errors: readonly { readonly urn?: string | undefined; readonly message: string }[],
): Unread[] {
  const unread = new Map<string, string>();
  for (const { urn, message } of errors) if (urn && !unread.has(urn)) unread.set(urn, message.trim());
  // The counts are needed, because an object that waits for its delete has the URN of its replacement.
  const left = new Map<string, number>();
  for (const urn of begun) left.set(urn, (left.get(urn) ?? 0) + 1);
  for (const { urn } of resources) left.set(urn, (left.get(urn) ?? 0) - 1);
  for (const [urn, count] of left) if (count > 0 && !unread.has(urn)) unread.set(urn, "the engine reports no outcome");
  return [...unread].map(([urn, message]) => ({ urn, message }));
}
