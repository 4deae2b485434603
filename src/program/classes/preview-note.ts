import { isSecret, output, runtime } from "@pulumi/pulumi";
import { PREVIEW } from "../../description/names/hidden-inputs";
import type { Values } from "../../description/spec/values";

interface NoteOptions {
  readonly mayTakeOver: () => boolean;
  readonly additionalSecretOutputs?: readonly string[] | undefined;
  readonly resource: () => object | undefined;
}

/** A preview's note to the provider, with the inputs of a resource that adopts an object or may take one over. Empty outside of previews. */
export function previewNote(inputs: Values, options: NoteOptions): Record<string, unknown> {
  if (!runtime.isDryRun()) return {};
  return { [PREVIEW]: inputs.adoptUid === undefined && !options.mayTakeOver() ? true : noteOf(inputs, options) };
}

async function noteOf(inputs: Values, options: NoteOptions): Promise<Values> {
  const { additionalSecretOutputs: secrets = [], resource } = options;
  const entries = await Promise.all(
    Object.entries(inputs).map(async ([name, value]) => {
      // If an Output failed, the input itself reports the error.
      const hidden = secrets.includes(name) || (await isSecret(output(value)).catch(() => true));
      return hidden ? [] : [[name, value] as const];
    }),
  );
  // A transformation may have replaced a value by a secret, and this note has the values from before it.
  return isTransformed(resource()) ? {} : Object.fromEntries(entries.flat());
}

/** Whether a resource has transformations, its own or its parents'. Uses an internal property of the SDK. */
function isTransformed(resource: object | undefined): boolean {
  const { __transformations: found = [] } = (resource ?? {}) as { readonly __transformations?: readonly unknown[] };
  return found.length > 0;
}
