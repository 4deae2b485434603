import assert from "node:assert/strict";
import { inputsOf } from "../../../../src/command/commands/import/inputs";
import type { Importable } from "../../../../src/command/commands/import/judge";
import type { Manifest } from "../../../../src/command/commands/import/manifest";
import { planOf } from "../../../../src/command/commands/import/program/plan";
import { indexAfter } from "../../../../src/command/commands/import/program/sources";
import { Directory, embeddedNames } from "../../../../src/command/organization/directory";
import { type LiveObject, specOf } from "../../../../src/command/organization/read";
import type { Values } from "../../../../src/description/spec/values";
import { runSources } from "./imported-program";

/** A program that imports write and extend, without files. */

export const ROOT = "0123456789abcdef0123456789abcdef01234567";
export const VIEWER = "fedcba9876543210fedcba9876543210fedcba98";
/** In the path of each sink. */
export const SECRET = "a-password-in-the-path-";

export const live = (type: string, uid: string, parentUid: string, values: Values): LiveObject => {
  return { spec: specOf(type), uid, parentUid, values };
};
const viewer: LiveObject = { spec: specOf("iam:Role"), uid: VIEWER, values: { name: "viewer", capabilities: [] } };

/** The files of a program in a folder. */
export interface Program {
  readonly manifest: Manifest | undefined;
  readonly sources: ReadonlyMap<string, string>;
}
export const none: Program = { manifest: undefined, sources: new Map() };

export function extended(existing: Program, all: readonly LiveObject[], added: readonly Importable[]): Program {
  const directory = new Directory(all, [...all.flatMap(embeddedNames), [VIEWER, "viewer"]]);
  const wanted = {
    parent: { uid: ROOT, name: '"acme"\n*/' },
    objects: added,
    builtInRoles: [viewer],
    directory,
    existing,
    protect: true,
  };
  const plan = planOf(wanted);
  const sources = new Map(existing.sources);
  const index = indexAfter(wanted, plan);
  assert.ok(index === undefined || index.startsWith(sources.get("index.ts") ?? ""), "index.ts is changed");
  if (index !== undefined) sources.set("index.ts", index);
  return { manifest: { version: 1, parentUid: ROOT, objects: plan.objects }, sources };
}

export const importableOf = (objects: readonly LiveObject[], isByUid = (_: number) => false): Importable[] =>
  objects.map((object, i) => ({ object, inputs: inputsOf(object, object.values), byUid: isByUid(i) }));

/** Runs a program and asserts that it declares exactly the given objects, with exactly their values. */
export function assertDeclares({ manifest, sources }: Program, wanted: readonly Importable[]): void {
  const uids = new Map(
    Object.entries(manifest?.objects ?? {}).map(([key, { name }]) => {
      const [type = "", uid = ""] = key.split(" ");
      return [`${type} ${name}`, uid];
    }),
  );
  const uidOf = (type: string, name: string) => uids.get(`${type} ${name}`) ?? "";
  const config = new Map(
    wanted.flatMap(({ object, inputs }) => {
      const { secrets = {} } = manifest?.objects[`${object.spec.type} ${object.uid}`] ?? {};
      return Object.entries(secrets).map(([input, key]) => [key, inputs[input]] as const);
    }),
  );
  assert.equal(
    config.size,
    wanted.filter(({ inputs }) => inputs.sink !== undefined).length,
    "each has a key of its own",
  );
  assert.ok(![...sources.values()].some((text) => text.includes(SECRET)));
  const declared = runSources(sources, { uidOf, roleUid: () => VIEWER, secretOf: (key) => config.get(key) });
  const found = new Map(declared.map(({ kind, name, args }) => [`${kind} ${name}`, args]));
  assert.equal(found.size, declared.length, "each has a name of its own");
  assert.equal(declared.length, wanted.length);
  for (const { object, inputs, byUid } of wanted) {
    const { name } = manifest?.objects[`${object.spec.type} ${object.uid}`] ?? {};
    const args = found.get(`${object.spec.type.split(":")[1]} ${name}`);
    assert.deepEqual(args, { ...inputs, ...(byUid ? { adoptUid: object.uid } : {}) });
  }
}
