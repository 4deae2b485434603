import { isDeepStrictEqual } from "node:util";
import { HostError } from "../host";
import type { RunParts } from "./apply";
import { labelOf } from "./program";
import { type Entry, nameOfUrn } from "./state";
import { Workers } from "./workers";

/** Reads all resources again, and returns the state after it. What a read fails for stays as it is. */
export async function refresh(parts: RunParts & { failed(): void }): Promise<Entry[]> {
  const { snapshot, call, report, options } = parts;
  const workers = new Workers(options.parallel);
  const now = new Map<Entry, Entry | undefined>();
  const read = async (old: Entry) => {
    const { id, properties, inputs } = await call("read", old, (host) => host.read(old.id, old.outputs));
    now.set(
      old,
      id === "" ? undefined : { ...old, id, outputs: properties, inputs: inputs ?? old.inputs, initErrors: [] },
    );
    const fresh = now.get(old);
    if (fresh === undefined) return parts.changed(`delete ${nameOfUrn(old.urn)}`);
    if (old.external) {
      if (!isDeepStrictEqual(fresh.outputs, old.outputs)) parts.changed(`update ${nameOfUrn(old.urn)}`);
      return;
    }
    const { changes } = await call("diff", old, (host) => host.diff(id, properties, old.inputs));
    const isChanged =
      changes === "DIFF_SOME" || (changes === "DIFF_UNKNOWN" && !isDeepStrictEqual(fresh.inputs, old.inputs));
    if (isChanged) parts.changed(`update ${nameOfUrn(old.urn)}`);
  };
  for (const old of snapshot.base) {
    if (old.isPendingReplacement || (options.targets.size > 0 && !options.targets.has(old.urn))) continue;
    await workers.take(async () => {
      await read(old).catch((error: unknown) => {
        if (!(error instanceof HostError)) throw error;
        now.delete(old);
        report(`${labelOf(old)}: error: ${error.message}`);
        parts.failed();
      });
    });
  }
  await workers.idle();
  const left = snapshot.base.flatMap((old) => (now.has(old) ? (now.get(old) ?? []) : [old]));
  return left.map((entry, at) => {
    const urns = new Set(left.slice(0, at).map(({ urn }) => urn));
    return { ...entry, dependencies: entry.dependencies.filter((urn) => urns.has(urn)) };
  });
}
