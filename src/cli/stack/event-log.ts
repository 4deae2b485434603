import { z } from "zod";
import { jsonOf } from "./json";
import { PulumiError } from "./pulumi";

/** What the engine's log of a refresh says, as far as the commands read it. It has one event to a line. */

const values = z.record(z.string(), z.unknown());

/** A resource before or after. Secrets in it are blinded: what marks them is there, and their text is not. */
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
      // Where it is missing, something would have been changed.
      planning: z.literal(true),
    })
    .optional(),
  diagnosticEvent: z.object({ urn: z.string().optional(), message: z.string(), severity: z.string() }).optional(),
  errorEvent: z.object({ error: z.string() }).optional(),
  summaryEvent: z.object({ resourceChanges: z.record(z.string(), z.number()).nullish() }).optional(),
});

/** What a resource was recorded as, or what it is. */
export type Side = Readonly<Pick<z.infer<typeof side>, "inputs" | "outputs">>;

/** A resource that a refresh has looked at. */
export interface Refreshed {
  readonly urn: string;
  /** Its type, as the state has it. */
  readonly type: string;
  /** Its id when it was recorded. */
  readonly id: string;
  readonly outcome: "same" | "changed" | "deleted";
  readonly recorded: Side;
  /** As it is now; undefined where it is gone. */
  readonly live: Side | undefined;
  /** Paths of properties that the engine tells as changed, `claims.sub`, `names[1]`; undefined where it tells none. */
  readonly paths: readonly string[] | undefined;
  /** It only waits for its delete. */
  readonly isPendingDelete: boolean;
  /** The stack reads it (`get`), so that the engine compares outputs. */
  readonly isReadOnly: boolean;
  /** It stands for an object: it is no component, no provider and no stack, which the engine passes over. */
  readonly isObject: boolean;
}

/** A resource that could not be read. */
export interface Unread {
  readonly urn: string;
  readonly message: string;
}

/** What a refresh found out. */
export interface RefreshLog {
  readonly resources: readonly Refreshed[];
  readonly unread: readonly Unread[];
  /** Errors that belong to no resource. */
  readonly errors: readonly string[];
}

/** Reads the log of a refresh that previews. Throws PulumiError for one that this version does not know, or that ends early. */
export function readRefreshLog(text: string): RefreshLog {
  const events = text.split("\n").flatMap((line, i) => (line.trim() === "" ? [] : [eventIn(line, i + 1)]));
  const summary = events.find(({ summaryEvent }) => summaryEvent !== undefined)?.summaryEvent;
  if (summary === undefined) throw new PulumiError("the engine's event log ends before its summary");
  const resources = events.flatMap(({ resOutputsEvent }) =>
    resOutputsEvent === undefined ? [] : [refreshed(resOutputsEvent.metadata)],
  );
  for (const outcome of ["changed", "deleted"] as const) {
    const told = summary.resourceChanges?.[OPS[outcome]] ?? 0;
    const found = resources.filter((resource) => resource.outcome === outcome).length;
    if (told !== found)
      throw new PulumiError(`${UNKNOWN_FORM}: its summary counts ${told} ${outcome}, and it has ${found}`);
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

/** What the engine calls the outcomes. */
const OPS = { changed: "update", deleted: "delete", same: "same" } as const;

const UNKNOWN_FORM = "the engine's event log has another form than this version knows";

function eventIn(line: string, number: number): z.infer<typeof event> {
  const result = event.safeParse(jsonOf(line));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new PulumiError(`${UNKNOWN_FORM}: line ${number}, ${issue?.path.join(".") || "which is no JSON object"}`);
}

type Step = NonNullable<z.infer<typeof event>["resOutputsEvent"]>["metadata"];

function refreshed({ urn, type, op, old, new: now, detailedDiff }: Step): Refreshed {
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

/** The resources that an error names, and those that were begun and have neither an outcome nor an error. */
function unreadOf(
  begun: readonly string[],
  resources: readonly Refreshed[],
  errors: readonly { readonly urn?: string | undefined; readonly message: string }[],
): Unread[] {
  const unread = new Map<string, string>();
  for (const { urn, message } of errors) if (urn && !unread.has(urn)) unread.set(urn, message.trim());
  // An object that waits for its delete has the URN of its replacement.
  const left = new Map<string, number>();
  for (const urn of begun) left.set(urn, (left.get(urn) ?? 0) + 1);
  for (const { urn } of resources) left.set(urn, (left.get(urn) ?? 0) - 1);
  for (const [urn, count] of left) if (count > 0 && !unread.has(urn)) unread.set(urn, "the engine tells no outcome");
  return [...unread].map(([urn, message]) => ({ urn, message }));
}
