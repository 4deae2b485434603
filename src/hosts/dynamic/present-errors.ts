import { scrub } from "../../client/api/secret";
import { IncompleteError } from "../../core/core";
import { PROVIDER } from "../../description/names/dynamic";
import { forEngine, rememberSecrets, type ServedType } from "../shared/secrets";
import { finishing } from "../shared/watchdog";
import type { Props } from "./dynamic-provider";

/** Marks lines that the host prints in addition to the engine's error message. */
const MARK = "\u0000pulumi-platform\u0000";

/** Runs a verb and prepares its errors for the engine: one message without secrets and without a stack trace. */
export async function presentErrors<T>(spec: ServedType, props: Props, verb: () => Promise<T>): Promise<T> {
  try {
    rememberSecrets(spec.fields, props);
    return await finishing(verb);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    const shown: Error & { id?: string; properties?: Props; reasons?: string[] } = new Error(
      scrub(cause.message || `${spec.type} failed`),
    );
    shown.stack = "";
    shown.toString = () => MARK;
    if (cause instanceof IncompleteError) {
      // The host records a partly created object if the error has these properties.
      shown.id = cause.id;
      shown.properties = { ...forEngine(spec, cause.properties), [PROVIDER]: props[PROVIDER] };
      shown.reasons = [shown.message];
    }
    throw shown;
  }
}

/** Suppresses the host's own output of errors of check, diff, read and delete, because the engine prints them too. */
export function silenceMarkedErrors(): void {
  const print = console.error;
  console.error = (...values: unknown[]) => {
    if (typeof values[0] === "string" && values[0].startsWith(MARK)) return;
    print(...values);
  };
}
