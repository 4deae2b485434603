import { z } from "zod";
import { EXPLICIT } from "../../client/setting-names";
import { SECRET_KEY, SIGNED_TOKEN_TYPE, TYPE_PREFIX } from "../../description/names/dynamic";
import { PLUGIN_PACKAGE, pluginToken, SIGNED_TOKEN_IN_PLUGIN } from "../../description/names/plugin";
import { resources } from "../../description/resources";
import { configKeys } from "./config";
import { readPrinted } from "./json";
import type { StackChoice } from "./options";
import { choiceArgs, pulumi } from "./pulumi";

export { nameOfUrn } from "../../description/names/urn";

const values = z.record(z.string(), z.unknown());

const printed = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          id: z.string().optional(),
          inputs: values.optional(),
          outputs: values.optional(),
          custom: z.boolean().optional(),
          delete: z.boolean().optional(),
          pendingReplacement: z.boolean().optional(),
          external: z.boolean().optional(),
          provider: z.string().optional(),
          ignoreChanges: z.array(z.string()).nullish(),
        }),
      )
      .nullish(),
    pending_operations: z.array(z.unknown()).nullish(),
  }),
});

export interface StateResource {
  readonly urn: string;
  /** `registry:Repo`. */
  readonly kind: string;
  readonly uid: string;
  /** Recorded values. Secrets are encrypted. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A resource in the state of a stack, with its relation to the stack. */
export interface HeldResource extends StateResource {
  /** It only waits for its delete, as an interrupted replacement leaves it. */
  readonly isPendingDelete: boolean;
  /** The stack reads it (`get`) and does not own it. */
  readonly isReadOnly: boolean;
  /** It uses an explicit provider, which may have another address and other credentials. */
  readonly isOfExplicitProvider: boolean;
}

export interface RecordedObject {
  readonly urn: string;
  readonly isPendingDelete: boolean;
  /** A replacement has deleted it, and did not create another. The next update does. */
  readonly isHalfReplaced: boolean;
}

/** A resource that waits for its delete has the URN of its replacement. */
export const objectKey = ({ urn, isPendingDelete }: Pick<RecordedObject, "urn" | "isPendingDelete">): string =>
  `${isPendingDelete} ${urn}`;

export type StackState = ReturnType<typeof readState>;

export interface StackName {
  readonly stack: string;
  readonly project: string;
}

/** Returns the kind of a type in a state, `registry:Repo`. Undefined for types of other packages. */
export const kindOfType = (type: string): string | undefined =>
  type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : kindsInPlugin.get(type);

const kindsInPlugin = new Map(Object.values(resources).map((spec) => [pluginToken(spec), spec.type]));

/** Whether a resource is a token that was made here, so that nobody else changes it. */
export const isSignedToken = (urn: string): boolean =>
  [SIGNED_TOKEN_TYPE, SIGNED_TOKEN_IN_PLUGIN].some((type) => urn.includes(`${type}::`));

export function stackOfUrn(urn: string): StackName | undefined {
  const [, stack = "", project = ""] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(urn) ?? [];
  return stack === "" ? undefined : { stack, project };
}

/** Returns a stack's resources of this package, except those that wait for their delete. Throws PulumiError. */
export const stackResources = async (choice: StackChoice): Promise<StateResource[]> =>
  (await stackState(choice)).resources.filter(({ isPendingDelete }) => !isPendingDelete);

export const stackState = async (choice: StackChoice): Promise<StackState> =>
  readState(await pulumi(["stack", "export", ...choiceArgs(choice)]));

/** Parses an exported state. Throws PulumiError for a form that this version does not know. */
export function readState(text: string) {
  const { deployment } = readPrinted(printed, text, "exported the state");
  const all = deployment.resources ?? [];
  const explicitProviders = new Set(all.flatMap(({ urn, inputs }) => (isExplicit(inputs) ? [urn] : [])));
  return {
    resources: all.flatMap((resource): HeldResource[] => {
      const { urn, type, id = "", inputs, outputs, provider = "" } = resource;
      const kind = kindOfType(type);
      if (kind === undefined) return [];
      const relation = {
        isPendingDelete: resource.delete === true,
        isReadOnly: resource.external === true,
        isOfExplicitProvider: explicitProviders.has(providerUrn(provider)),
      };
      return [{ urn, kind, uid: id, values: { ...inputs, ...outputs }, ...relation }];
    }),
    // Everything of any package that has an object: no components, providers or stacks.
    objects: all
      .filter(({ type, custom }) => custom !== false && !type.startsWith("pulumi:providers:"))
      .map((one) => ({
        urn: one.urn,
        isPendingDelete: one.delete === true,
        isHalfReplaced: one.pendingReplacement === true,
      })),
    // Operations of interrupted runs. The state may lack what they created.
    interrupted: deployment.pending_operations?.length ?? 0,
    explicitProviders,
    // Keys of the config.
    recordedSettings: new Set(all.flatMap(({ type, inputs = {} }) => settingsIn(type, Object.keys(inputs)))),
    // By objectKey, for resources of any package.
    ignoreChanges: new Map<string, readonly string[]>(
      all.map((one) => [objectKey({ urn: one.urn, isPendingDelete: one.delete === true }), one.ignoreChanges ?? []]),
    ),
  };
}

/** In the plugin, keys lack the name of the package. */
const EXPLICIT_IN_PLUGIN = EXPLICIT.key.slice(PLUGIN_PACKAGE.length + 1);

export const isExplicit = (inputs: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  [inputs?.[EXPLICIT.key], inputs?.[EXPLICIT_IN_PLUGIN]].includes(EXPLICIT.value);

function settingsIn(type: string, inputs: readonly string[]): string[] {
  if (!type.startsWith("pulumi:providers:")) return [];
  const isPlugin = type === `pulumi:providers:${PLUGIN_PACKAGE}`;
  return inputs.map((key) => (isPlugin ? `${PLUGIN_PACKAGE}:${key}` : key)).filter((key) => configKeys.includes(key));
}

/** Returns the URN in a reference to a provider, `<urn>::<id>`. The id of a new provider is a placeholder. */
export const providerUrn = (provider: string): string => provider.slice(0, Math.max(0, provider.lastIndexOf("::")));

/** Whether a recorded value is a secret, which only its stack can decrypt. */
export const isSecret = (value: unknown): boolean => typeof value === "object" && value !== null && SECRET_KEY in value;
