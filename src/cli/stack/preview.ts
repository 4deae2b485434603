import { z } from "zod";
import { plain } from "../output/text";
import { isExplicit, kindOfType, providerUrn, stackState } from "./export";
import { jsonOf } from "./json";
import type { StackChoice } from "./options";
import { choiceArgs, PulumiError, pulumi } from "./pulumi";

const values = z.record(z.string(), z.unknown());

/** The parts of a resource before or after a step that the commands read. */
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

/** The parts of the output of `pulumi preview --json` that the commands read. */
const printed = z.object({
  steps: z
    .array(z.object({ op: z.string(), urn: z.string(), oldState: state.nullish(), newState: state.nullish() }))
    .nullish(),
  diagnostics: z.array(z.object({ message: z.string(), severity: z.string().optional() })).nullish(),
});

/** A resource before or after a planned step. */
export interface PlannedState {
  /** Absent for an object that does not exist yet. */
  readonly uid?: string;
  /** The inputs of the program. Unknown values are Pulumi's sentinel, and secrets the text `[secret]`. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The recorded outputs. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** URNs of the resources that an input depends on, by the input's name. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
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
  /** `iam:Group`. */
  readonly kind: string;
  readonly before?: PlannedState;
  readonly after?: PlannedState;
  /** It uses an explicit provider, which may have another address and other credentials. Absent if it does not. */
  readonly isElsewhere?: true;
}

/** The text that replaces a secret. */
export const HIDDEN = "[secret]";

/** Returns the steps of the next `pulumi up` for resources of this package. Changes nothing. Throws PulumiError. */
export async function plannedSteps(choice: StackChoice): Promise<PlannedStep[]> {
  const text = await pulumi(["preview", ...choiceArgs(choice), "--json"]).catch((error: unknown) => {
    throw error instanceof PulumiError ? explained(error) : error;
  });
  const result = printed.safeParse(jsonOf(text));
  if (!result.success)
    throw new PulumiError(
      "the Pulumi CLI printed the preview in a form that this version of pulumi-platform does not know",
    );
  const steps = result.data.steps ?? [];
  // An unchanged provider has no step, so the state is needed too.
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

/** Returns an error with the first diagnostic. With --json, standard error does not have it. */
function explained(error: PulumiError): PulumiError {
  const result = printed.safeParse(jsonOf(error.printed));
  const first = result.data?.diagnostics?.find(({ severity }) => severity === "error");
  if (first === undefined) return error;
  return new PulumiError(`pulumi preview: ${plain(first.message.trim())}`);
}
