import type { Client } from "../../../client/api/client";
import { NotFoundError, PermissionDeniedError } from "../../../client/api/errors";
import { isUid } from "../../../description/uid";
import * as kinds from "../../../program/lookups/kinds";
import { singular } from "../../../program/lookups/one";
import { sortedBy } from "../../order";
import { isSecret, type StateResource } from "../../stack/export";

export interface Pin {
  readonly artifact: string;
  /** The version of a package, `8.9.1-r0`, or its upper bound, `<9`, `<=9`, `~9`. Undefined if there is none. */
  readonly version: string | undefined;
  readonly urns: readonly string[];
  /** The URNs of those that pin it by a digest, which hides the version. */
  readonly digestUrns: readonly string[];
}

export interface Pins {
  readonly pins: readonly Pin[];
  /** URNs of resources with pins that are encrypted in the state. */
  readonly hidden: readonly string[];
  /** Names of repos whose source the token may not see, by URN. Advisories may only have the name of the source. */
  readonly unseen: ReadonlyMap<string, string>;
}

/** Returns the artifacts that a stack pins: its repos, those of its tags, their sources, packages of overlays. Throws the errors of the client. */
export async function pinsOf(resources: readonly StateResource[], client: () => Client): Promise<Pins> {
  const repos = resources.filter(({ kind }) => kind === "registry:Repo");
  const known = new Map<string, Repo>(
    repos.flatMap(({ uid, values: { name, syncConfig } }) =>
      typeof name === "string" ? [[uid, { name, syncConfig }]] : [],
    ),
  );
  const repoAt = async (uid: string): Promise<Repo> => {
    const repo = known.get(uid) ?? (await singular(kinds.repos)(client(), { uid }));
    known.set(uid, repo);
    return repo;
  };
  const found = new Collected();
  const hidden: string[] = [];
  const unseen = new Map<string, string>();
  const addRepo = async ({ name, syncConfig }: Repo, urn: string, how?: How) => {
    found.add(name, urn, how);
    const source = memberOf(syncConfig, "source");
    if (typeof source !== "string") return;
    const sourceName = await nameOfSource(source, repoAt);
    if (sourceName === undefined) unseen.set(urn, String(name));
    found.add(sourceName, urn, how);
  };
  for (const { urn, values } of repos) {
    await addRepo(values, urn);
    const isReadable = addPackages(found, values.customOverlay, urn);
    const { name, syncConfig } = values;
    if (!isReadable || [name, syncConfig, memberOf(syncConfig, "source")].some(isSecret)) hidden.push(urn);
  }
  for (const { urn, values } of resources.filter(({ kind }) => kind === "registry:Tag")) {
    const { parentUid } = values;
    if (typeof parentUid !== "string" || !isUid(parentUid)) hidden.push(urn);
    else await addRepo(await repoAt(parentUid), urn, { isByDigest: values.digest !== undefined });
  }
  return { pins: found.pins(), hidden, unseen };
}

type Repo = Readonly<Partial<Record<"name" | "syncConfig", unknown>>>;

/** The uid of a repo. `organization/name` has the form of a uid too, but no organization has such a name. */
const UID = /^[0-9a-f]{40}\/[\w/-]+$/;
/** `organization/name`, with or without a host, a tag and a digest. */
const REFERENCE = /^(?:[^/]*[.:][^/]*\/)?[^/]+\/(?<name>[^:@]+)(?:[:@].*)?$/;

/** Returns the name of the repo that a repo mirrors. Undefined if the token may not see it. */
async function nameOfSource(source: string, repoAt: (uid: string) => Promise<Repo>) {
  if (!UID.test(source)) return REFERENCE.exec(source)?.groups?.name;
  try {
    const { name } = await repoAt(source);
    return typeof name === "string" ? name : undefined;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof PermissionDeniedError) return undefined;
    throw error;
  }
}

interface How {
  readonly version?: string;
  readonly isByDigest?: boolean;
}

/** Collects each pair of artifact and version once. */
class Collected {
  readonly #pins = new Map<
    string,
    Pick<Pin, "artifact" | "version"> & { readonly urns: Set<string>; readonly digestUrns: Set<string> }
  >();

  add(artifact: unknown, urn: string, { version, isByDigest = false }: How = {}): void {
    if (typeof artifact !== "string" || artifact === "") return;
    const key = `${artifact} ${version ?? ""}`;
    const known = this.#pins.get(key) ?? { artifact, version, urns: new Set(), digestUrns: new Set() };
    known.urns.add(urn);
    if (isByDigest) known.digestUrns.add(urn);
    this.#pins.set(key, known);
  }

  pins(): Pin[] {
    const pins = sortedBy(this.#pins.values(), ({ artifact }) => artifact);
    return pins.map(({ urns, digestUrns, ...pin }) => ({ ...pin, urns: [...urns], digestUrns: [...digestUrns] }));
  }
}

/** Adds the packages of an overlay. Returns false if they are encrypted. */
function addPackages(found: Collected, overlay: unknown, urn: string): boolean {
  const contents = memberOf(overlay, "contents");
  const packages = memberOf(contents, "packages");
  if ([overlay, contents, packages].some(isSecret)) return false;
  const texts = Array.isArray(packages) ? packages : [];
  for (const text of texts) if (typeof text === "string") found.add(...packageIn(text, urn));
  return !texts.some(isSecret);
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

/** Parses a package of an overlay: `curl`, `curl=8.9.1-r0`, `curl>8`, `curl@local`. */
function packageIn(text: string, urn: string): [artifact: string, urn: string, how?: How] {
  const [, name = "", operator, version] = /^([^=<>~@\s]+)(?:\s*([=<>~]+)\s*([^@\s]+))?/.exec(text.trim()) ?? [];
  // A lower bound allows the newest version.
  if (operator === undefined || version === undefined || operator.includes(">")) return [name, urn];
  const bound = operator.includes("~") ? "~" : operator.includes("<") ? operator : "";
  return [name, urn, { version: bound + version }];
}
