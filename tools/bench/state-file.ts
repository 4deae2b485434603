import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Part of a stack's file about the identities of a peer. */
export interface RecordedIdentities {
  /** Number of identities. Undefined for a compressed file, which Node 20 cannot read. */
  readonly names: readonly string[] | undefined;
  /** Bytes of the file for each identity. */
  readonly bytesEach: number | undefined;
}

interface Checkpoint {
  readonly checkpoint?: { readonly latest?: { readonly resources?: readonly { readonly urn: string }[] } };
}

/**
 * Reads the file of the stack `test` in a folder of a file backend. Returns undefined if there is none.
 *
 * @param peer prefix of the names of its identities
 * @param count number of identities in a compressed file
 */
export function readStateFile(folder: string, peer: string, count: number): RecordedIdentities | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((one) => /^test\.json(\.\w+)?$/.test(one) && !/\.(bak|attrs)$/.test(one));
  if (name === undefined) return undefined;
  const content = readFileSync(join(folder, name));
  if (name !== "test.json") return { names: undefined, bytesEach: content.length / count };
  return identitiesIn(content.toString(), peer);
}

/** Like the function above, for the text of the file. Other contents, like the stack itself, do not count for identities. */
export function identitiesIn(text: string, peer: string): RecordedIdentities {
  const checkpoint: Checkpoint = JSON.parse(text);
  const resources = checkpoint.checkpoint?.latest?.resources ?? [];
  const nameOf = ({ urn }: { readonly urn: string }) => urn.slice(urn.lastIndexOf("::") + 2);
  const isOwn = (resource: { readonly urn: string }) => nameOf(resource).startsWith(`${peer}-`);
  const own = resources.filter(isOwn);
  const latest = { ...checkpoint.checkpoint?.latest, resources: resources.filter((resource) => !isOwn(resource)) };
  const others = { ...checkpoint, checkpoint: { ...checkpoint.checkpoint, latest } };
  // The engine indents by four.
  const rest = Buffer.byteLength(JSON.stringify(others, null, 4));
  return {
    names: own.map(nameOf),
    bytesEach: own.length === 0 ? undefined : (Buffer.byteLength(text) - rest) / own.length,
  };
}
