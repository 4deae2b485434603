import { z } from "zod";
import { UNKNOWN } from "../../description/spec/unknown";
import type { Values } from "../../description/spec/values";
import { plain } from "../output/text";
import { isExplicit, kindOfType, providerUrn, stackState } from "./export";
import { jsonOf, readPrinted } from "./json";
import type { StackChoice } from "./options";
import { choiceArgs, PulumiError, pulumi } from "./pulumi";

const values = z.record(z.string(), z.unknown()).nullish();

const state = z.object({
  type: z.string(),
  id: z.string().optional(),
  inputs: values,
  outputs: values,
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
  retainOnDelete: z.boolean().optional(),
  provider: z.string().default(""),
  external: z.boolean().optional(),
});

const printed = z.object({
  steps: z
    .array(z.object({ op: z.string(), urn: z.string(), oldState: state.nullish(), newState: state.nullish() }))
    .nullish(),
  diagnostics: z.array(z.object({ message: z.string(), severity: z.string().optional() })).nullish(),
});

export interface PlannedState {
  /** Absent for an object that does not exist yet. */
  readonly uid?: string;
  /** The inputs of the program. Unknown values are Pulumi's sentinel. So are secrets, because a preview hides them. */
  readonly inputs: Values;
  readonly outputs: Values;
  /** URNs of the resources that an input depends on, by the input's name. */
  readonly dependencies: Readonly<Record<string, readonly string[] | null>>;
  /** A delete removes it only from the state. */
  readonly isRetained: boolean;
  /** The stack reads it (`get`) and does not own it. Absent if the stack owns it. */
  readonly isReadOnly?: true;
}

/** A step that the engine plans for a resource of this package. */
export interface PlannedStep {
  /** The engine's name: `create`, `update`, `replace`, `delete`, `same`. */
  readonly op: string;
  readonly urn: string;
  readonly kind: string;
  readonly before?: PlannedState;
  readonly after?: PlannedState;
  /** It uses an explicit provider, which may have another address and other credentials. Absent if it does not. */
  readonly isElsewhere?: true;
}

/** Pulumi's text in place of a secret. */
export const HIDDEN = "[secret]";

/** Returns the steps of the next `pulumi up` for resources of this package. Changes nothing. Throws PulumiError. */
export async function plannedSteps(choice: StackChoice): Promise<PlannedStep[]> {
  const text = await pulumi([
    "preview",
    ...choiceArgs(choice),
    "--json",
    "--show-sames",
    "--show-replacement-steps",
  ]).catch((error: unknown) => {
    throw error instanceof PulumiError ? explained(error) : error;
  });
  const preview = readPrinted(printed, text.replaceAll(`"${HIDDEN}"`, `"${UNKNOWN}"`), "printed the preview");
  const steps = preview.steps ?? [];
  // An unchanged provider has no step, so the state is needed too.
  const { explicitProviders } = await stackState(choice);
  const changed = steps.filter(({ oldState, newState }) => [oldState, newState].some((one) => isExplicit(one?.inputs)));
  const explicit = new Set([...explicitProviders, ...changed.map(({ urn }) => urn)]);
  const isElsewhere = (one: z.infer<typeof state>) => explicit.has(providerUrn(one.provider));
  return steps.flatMap(({ op, urn, oldState, newState }): PlannedStep[] => {
    const kind = kindOfType((newState ?? oldState)?.type ?? "");
    if (kind === undefined) return [];
    return [
      {
        ...{ op, urn, kind },
        ...(oldState && { before: plannedState(oldState) }),
        ...(newState && { after: plannedState(newState) }),
        ...([oldState, newState].some((one) => one && isElsewhere(one)) && { isElsewhere: true }),
      },
    ];
  });
}

const plannedState = (one: z.infer<typeof state>): PlannedState => ({
  ...(one.id ? { uid: one.id } : {}),
  inputs: one.inputs ?? {},
  outputs: one.outputs ?? {},
  dependencies: one.propertyDependencies ?? {},
  isRetained: one.retainOnDelete === true,
  ...(one.external === true ? { isReadOnly: true } : {}),
});

/** Returns an error with the first diagnostic. With --json, standard error does not have it. */
function explained(error: PulumiError): PulumiError {
  const result = printed.safeParse(jsonOf(error.printed));
  const ofSeverity = (one: string) => result.data?.diagnostics?.find(({ severity }) => severity === one);
  // A program in YAML reports its faults as what it prints.
  const first = ofSeverity("error") ?? ofSeverity("info#err");
  if (first === undefined) return error;
  return new PulumiError(`pulumi preview: ${plain(first.message.trim())}`);
}
