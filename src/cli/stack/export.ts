import { z } from "zod";
import type { StackChoice } from "./options";
import { choiceArgs, PulumiError, pulumi } from "./pulumi";

const values = z.record(z.string(), z.unknown());

/** What `pulumi stack export` prints, as far as the commands read it. */
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
          delete: z.boolean().optional(),
        }),
      )
      .nullish(),
  }),
});

/** A resource in the state of a stack. */
export interface StateResource {
  readonly urn: string;
  /** `registry:Repo`. */
  readonly kind: string;
  /** uid of the object. */
  readonly uid: string;
  /** Recorded values; secrets are encrypted. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What the types of this package begin with in a state. */
export const PREFIX = "pulumi-nodejs:dynamic/platform/";

/** The resources of this package in the state of a stack, without those that only wait for their delete. Throws PulumiError. */
export async function stackResources(choice: StackChoice): Promise<StateResource[]> {
  const text = await pulumi(["stack", "export", ...choiceArgs(choice)]);
  const result = printed.safeParse(jsonOf(text));
  if (!result.success)
    throw new PulumiError("the Pulumi CLI exported the state in another form than this version knows");
  return (result.data.deployment.resources ?? [])
    .filter((resource) => resource.type.startsWith(PREFIX) && resource.delete !== true)
    .map(({ urn, type, id = "", inputs, outputs }) => ({
      urn,
      kind: type.slice(PREFIX.length),
      uid: id,
      values: { ...inputs, ...outputs },
    }));
}

/** What a text is as JSON; undefined for another text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The schema refuses it.
  }
}

/** What marks a secret in a state. */
const SECRET = "4dabf18193072939515e22adb298388d";

/** Whether a recorded value is a secret, whose text only its stack can tell. */
export const isSecret = (value: unknown): boolean => typeof value === "object" && value !== null && SECRET in value;
