import { isSecret, output, runtime } from "@pulumi/pulumi";
import type { Values } from "../../spec/values";
import { PREVIEW } from "./hidden-inputs";

/** What the note depends on beside the inputs. */
interface NoteOptions {
  /** Whether the create may take over what it finds. */
  readonly mayTakeOver: () => boolean;
  /** Names of further secret inputs. */
  readonly additionalSecretOutputs?: readonly string[] | undefined;
  /** Answers the resource, once it is constructed. */
  readonly resource: () => object | undefined;
}

/**
 * The note for the provider about a resource of a preview that is to adopt an object, or may take one over; nothing outside of
 * previews.
 */
export function previewNote(inputs: Values, options: NoteOptions): Record<string, unknown> {
  if (!runtime.isDryRun() || (inputs.adoptUid === undefined && !options.mayTakeOver())) return {};
  return { [PREVIEW]: noteOf(inputs, options) };
}

async function noteOf(inputs: Values, options: NoteOptions): Promise<Values> {
  const { additionalSecretOutputs: secrets = [], resource } = options;
  const entries = await Promise.all(
    Object.entries(inputs).map(async ([name, value]) => {
      // The error of an Output that failed is that of the input itself.
      const hidden = secrets.includes(name) || (await isSecret(output(value)).catch(() => true));
      return hidden ? [] : [[name, value] as const];
    }),
  );
  // A transformation may have made a secret of any value, and the note is made of those that it was given.
  return isTransformed(resource()) ? {} : Object.fromEntries(entries.flat());
}

/** Whether the program has transformations for a resource. Internal to the SDK: its own and those of its parents. */
function isTransformed(resource: object | undefined): boolean {
  const { __transformations: found = [] } = (resource ?? {}) as { readonly __transformations?: readonly unknown[] };
  return found.length > 0;
}
