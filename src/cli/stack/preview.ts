import { z } from "zod";
import { plain } from "../output/text";
import { isExplicit, kindOfType, providerUrn, stackState } from "./export";
import { jsonOf } from "./json";
import type { StackChoice } from "./options";
import { choiceArgs, PulumiError, pulumi } from "./pulumi";

const values = z.record(z.string(), z.unknown());

/** A resource before or after a step, as far as the commands read it. */
const state = z.object({
  type: z.string(),
  id: z.string().optional(),
  inputs: values.nullish(),
  outputs: values.nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).nullish(),
  retainOnDelete: z.boolean().optional(),
  provider: z.string().optional(),
  external: z.boolean().optional(),
});

/** What `pulumi preview --json` prints, as far as the commands read it. */
const printed = z.object({
  steps: z
    .array(z.object({ op: z.string(), urn: z.string(), oldState: state.nullish(), newState: state.nullish() }))
    .nullish(),
  diagnostics: z.array(z.object({ message: z.string(), severity: z.string().optional() })).nullish(),
});

/** A resource before or after a planned step. */
export interface PlannedState {
  /** Absent for one that does not exist yet. */
  readonly uid?: string;
  /** What the program sets; unknown values are Pulumi's sentinel, secrets the text `[secret]`. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What was recorded. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** URNs of the resources that the value of an input comes from, by the input's name. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  /** A delete leaves the object where it is. */
  readonly isRetained: boolean;
  /** The stack reads it (`get`) and does not own it; absent where it owns it. */
  readonly isReadOnly?: true;
}

/** A step that the engine plans for a resource of this package. */
export interface PlannedStep {
  /** The engine's word: `create`, `update`, `replace`, `delete`, `same`. */
  readonly op: string;
  readonly urn: string;
  /** `iam:Group`. */
  readonly kind: string;
  readonly before?: PlannedState;
  readonly after?: PlannedState;
  /** It belongs to an explicit provider, whose address and credentials may be others; absent where it does not. */
  readonly isElsewhere?: true;
}

/** What stands for a secret. */
export const HIDDEN = "[secret]";

/** The steps that the next `pulumi up` of a stack would do, for resources of this package. Changes nothing. Throws PulumiError. */
export async function plannedSteps(choice: StackChoice): Promise<PlannedStep[]> {
  const text = await pulumi(["preview", ...choiceArgs(choice), "--json"]).catch((error: unknown) => {
    throw error instanceof PulumiError ? explained(error) : error;
  });
  const result = printed.safeParse(jsonOf(text));
  if (!result.success)
    throw new PulumiError("the Pulumi CLI printed the preview in another form than this version knows");
  const steps = result.data.steps ?? [];
  // A provider that stays as it is has no step.
  const { explicitProviders } = await stackState(choice);
  const explicit = new Set([
    ...explicitProviders,
    ...steps.flatMap(({ urn, oldState, newState }) =>
      isExplicit(oldState?.inputs) || isExplicit(newState?.inputs) ? [urn] : [],
    ),
  ]);
  return steps.flatMap(({ op, urn, oldState, newState }): PlannedStep[] => {
    const kind = kindOfType((newState ?? oldState)?.type ?? "");
    if (kind === undefined) return [];
    const providers = [oldState?.provider, newState?.provider].map((provider = "") => providerUrn(provider));
    return [
      {
        op,
        urn,
        kind,
        ...(oldState ? { before: plannedState(oldState) } : {}),
        ...(newState ? { after: plannedState(newState) } : {}),
        ...(providers.some((provider) => explicit.has(provider)) ? { isElsewhere: true } : {}),
      },
    ];
  });
}

function plannedState({
  id,
  inputs,
  outputs,
  propertyDependencies,
  retainOnDelete,
  external,
}: z.infer<typeof state>): PlannedState {
  return {
    ...(id ? { uid: id } : {}),
    inputs: inputs ?? {},
    outputs: outputs ?? {},
    dependencies: Object.fromEntries(
      Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, urns ?? []]),
    ),
    isRetained: retainOnDelete === true,
    ...(external === true ? { isReadOnly: true } : {}),
  };
}

/** With --json what went wrong is among the diagnostics on standard output; standard error says little. */
function explained(error: PulumiError): PulumiError {
  const result = printed.safeParse(jsonOf(error.printed));
  const first = result.data?.diagnostics?.find(({ severity }) => severity === "error");
  if (first === undefined) return error;
  return new PulumiError(`pulumi preview: ${plain(first.message.trim())}`);
}
