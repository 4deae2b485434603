import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the file of a stack holds of the identities of a peer. */
export interface RecordedIdentities {
  /** How many there are; undefined for a compressed file, which Node 20 cannot read. */
  readonly names: readonly string[] | undefined;
  /** Bytes that the file has for each. */
  readonly bytesEach: number | undefined;
}

interface Checkpoint {
  readonly checkpoint?: { readonly latest?: { readonly resources?: readonly { readonly urn: string }[] } };
}

/**
 * Reads the file of the stack `test` in a folder of a file backend. Undefined when there is none.
 *
 * @param peer the names of its identities begin with this
 * @param count how many identities a compressed file has
 */
export function readStateFile(folder: string, peer: string, count: number): RecordedIdentities | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((one) => /^test\.json(\.\w+)?$/.test(one) && !/\.(bak|attrs)$/.test(one));
  if (name === undefined) return undefined;
  const content = readFileSync(join(folder, name));
  if (name !== "test.json") return { names: undefined, bytesEach: content.length / count };
  return identitiesIn(content.toString(), peer);
}

/** The same of the file's text. What the file holds besides identities, like the stack itself, counts for none of them. */
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
