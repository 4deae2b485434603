import { isSecret, output, runtime } from "@pulumi/pulumi";
import { PREVIEW, type PreviewNote } from "../spec/preview-note";
import type { Values } from "../spec/values";

/**
 * The note for the provider about a resource of a preview that is to adopt an object; nothing outside of previews.
 *
 * @param name name of the Pulumi resource
 * @param secrets names of further inputs that are secret (`additionalSecretOutputs`)
 */
export function previewNote(name: string, inputs: Values, secrets: readonly string[] = []): Record<string, unknown> {
  if (inputs.adoptUid === undefined || !runtime.isDryRun()) return {};
  return { [PREVIEW]: noteOf(name, inputs, secrets) };
}

async function noteOf(resource: string, inputs: Values, secrets: readonly string[]): Promise<PreviewNote> {
  const entries = await Promise.all(
    Object.entries(inputs).map(async ([name, value]) => {
      // The error of an Output that failed is that of the input itself.
      const hidden = secrets.includes(name) || (await isSecret(output(value)).catch(() => true));
      return hidden ? [] : [[name, value] as const];
    }),
  );
  return { resource, plain: Object.fromEntries(entries.flat()) };
}
