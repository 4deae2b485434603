import assert from "node:assert/strict";
import fc from "fast-check";
import { importStatusFinder } from "../../../../src/command/commands/import/import-status";
import { inputsOf } from "../../../../src/command/commands/import/inputs";
import type { Importable } from "../../../../src/command/commands/import/judge";
import type { Manifest } from "../../../../src/command/commands/import/manifest";
import { declares } from "../../../../src/command/commands/import/program/existing";
import { planOf } from "../../../../src/command/commands/import/program/plan";
import { indexAfter } from "../../../../src/command/commands/import/program/sources";
import { Ignoring } from "../../../../src/command/ignoring/ignoring";
import { Directory, embeddedNames } from "../../../../src/command/organization/directory";
import { type LiveObject, specOf } from "../../../../src/command/organization/read";
import type { Values } from "../../../../src/description/spec/values";
import { runSources } from "../../../support/imported-program";

const ROOT = "0123456789abcdef0123456789abcdef01234567";
/** In the path of each sink. */
const SECRET = "a-password-in-the-path-";
const VIEWER = "fedcba9876543210fedcba9876543210fedcba98";

const live = (type: string, uid: string, parentUid: string, values: Values): LiveObject => {
  return { spec: specOf(type), uid, parentUid, values };
};
const viewer: LiveObject = { spec: specOf("iam:Role"), uid: VIEWER, values: { name: "viewer", capabilities: [] } };

/** Names from the platform: plain ones, similar ones, and some that could become code. */
const names = fc.oneof(
  fc.constantFrom("web", "data", "team a", "class", "parentUid", "platform", "__proto__", "1"),
  fc.constantFrom('"); evil(); ("', "`${evil()}`", "*/ evil() /*", "a\nevil()", "\u2028evil()", "\\", "$&", "'"),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const values = fc.oneof(
  names,
  fc.array(names, { minLength: 3, maxLength: 5 }).map((lines) => lines.join("\n")),
);
/** Selects one of the earlier objects. */
const choice = fc.nat({ max: 10_000 });
const made = fc.record({
  type: fc.constantFrom(
    "iam:Group",
    "iam:Group",
    "iam:Role",
    "iam:Identity",
    "iam:RoleBinding",
    "registry:Repo",
    "registry:Tag",
    "events:Subscription",
  ),
  name: names,
  text: values,
  map: fc.dictionary(names, values, { maxKeys: 3 }),
  at: choice,
  to: choice,
  byUid: fc.boolean(),
});
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;

/** The objects of an organization, each in one before it. */
function organization(all: readonly Made[]): LiveObject[] {
  const objects: LiveObject[] = [];
  for (const [i, { type, name, text, map, at, to }] of all.entries()) {
    const among = (kind: string) => objects.filter(({ spec }) => spec.type === kind).map(({ uid }) => uid);
    const oneOf = (kind: string, number: number, otherwise: string) => {
      const uids = [...among(kind), otherwise];
      return uids[number % uids.length] ?? otherwise;
    };
    const outside = `${ROOT}/ffff${i}`;
    const parentUid = oneOf(
      type === "registry:Tag" ? "registry:Repo" : "iam:Group",
      at,
      type === "registry:Tag" ? outside : ROOT,
    );
    const own: Record<string, Values> = {
      "iam:Group": { name, description: text },
      "iam:Role": { name, capabilities: ["CAP_REPO_LIST"] },
      "iam:Identity": { name, claimMatch: { issuer: "https://ci.example.com", subject: text, claims: map } },
      "iam:RoleBinding": {
        identityUid: oneOf("iam:Identity", to, outside),
        roleUid: oneOf("iam:Role", at, VIEWER),
        identity: { uid: oneOf("iam:Identity", to, outside), name },
      },
      "registry:Repo": {
        name,
        readme: text,
        bundles: [name, text],
        customOverlay: {
          environment: map,
          contents: {
            runtimeKeyring: [
              { name, content: text },
              { name: "b", content: "c" },
            ],
          },
        },
        ...(to % 3 === 0 && among("registry:Repo").length > 0
          ? { syncConfig: { source: oneOf("registry:Repo", to, outside) } }
          : {}),
      },
      "registry:Tag": { name, digest: text, deprecated: at % 2 === 0 },
      "events:Subscription": { sink: `https://${to % 2 === 0 ? "hook" : "other"}.example.com/${SECRET}${i}` },
    };
    objects.push(live(type, `${parentUid}/${String(i).padStart(4, "0")}`, parentUid, own[type] ?? {}));
  }
  return objects;
}

/** The files of a program in a folder. */
interface Program {
  readonly manifest: Manifest | undefined;
  readonly sources: ReadonlyMap<string, string>;
}
const none: Program = { manifest: undefined, sources: new Map() };

function extended(existing: Program, all: readonly LiveObject[], added: readonly Importable[]): Program {
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

/** Runs a program and asserts that it declares exactly the given objects, with exactly their values. */
function assertDeclares({ manifest, sources }: Program, wanted: readonly Importable[]): void {
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

const importableOf = (objects: readonly LiveObject[], all: readonly Made[]): Importable[] =>
  objects.map((object, i) => ({ object, inputs: inputsOf(object, object.values), byUid: all[i]?.byUid === true }));

describe("the program of an organization", () => {
  it("declares every object with exactly its values, for any names", () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 25 }), (all) => {
        const objects = organization(all);
        const wanted = importableOf(objects, all);
        assertDeclares(extended(none, objects, wanted), wanted);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it("gets the new objects, and keeps its text unchanged", () => {
    const edit = fc.constantFrom("", "\n// by hand", "\nconst web = 1;\n", '\nconst note = "viewer ci parentUid";');
    fc.assert(
      fc.property(fc.array(made, { maxLength: 25 }), choice, edit, (all, split, edited) => {
        const objects = organization(all);
        const wanted = importableOf(objects, all);
        const isFirst = (_: unknown, i: number) => (i * 7919 + split) % 3 !== 0;
        const first = extended(none, objects, wanted.filter(isFirst));
        const byHand = new Map(
          [...first.sources].map(([file, text]) => [file, /\bweb\b/.test(text) ? text : text + edited]),
        );
        const second = extended(
          { ...first, sources: byHand },
          objects,
          wanted.filter((one, i) => !isFirst(one, i)),
        );
        assertDeclares(second, wanted);
        const again = extended(second, objects, []);
        assert.deepEqual(again, second);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it("hides nothing from the next import, whatever its texts, keys and names are", () => {
    const hidden = `${ROOT}/ffff`;
    const text = `adoptUid: "${hidden}"`;
    const lines = `a\n${text}\nconst evil = 1\nexport const worse = 1`;
    const of = (i: number, values: Values) => live("iam:Identity", `${ROOT}/${i}`, ROOT, values);
    const claimMatch = { issuer: "https://ci.example.com", subject: "s", claims: { adoptUid: hidden } };
    const objects = [
      of(1, { name: "ci", claimMatch }),
      of(2, { name: `it's ${text}`, description: text, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
      live("registry:Repo", `${ROOT}/3`, ROOT, { name: "web", readme: lines }),
      live("iam:RoleBinding", `${ROOT}/4`, ROOT, {
        identityUid: `${ROOT}/9`,
        roleUid: VIEWER,
        identity: { uid: `${ROOT}/9`, name: `new platform.Identity( adoptUid: '${hidden}'` },
      }),
    ];
    const wanted = importableOf(objects, []);
    const program = extended(none, objects, wanted);
    assertDeclares(program, wanted);
    const other = { spec: specOf("iam:Identity"), uid: hidden };
    assert.equal(importStatusFinder(program, [], new Ignoring([], "2026-11-22"))(other), "new");
    const [index = ""] = program.sources.values();
    const declared = ["evil", "worse", "parentUid"].filter((name) => declares(index, name));
    assert.deepEqual(declared, ["parentUid"]);
  });

  it("refers to a renamed variable by its current name, found by the name of its resource", () => {
    const groups = ["prod", "test"].map((name, i) => live("iam:Group", `${ROOT}/${i}`, ROOT, { name }));
    const roles = groups.map(({ uid }, i) =>
      live("iam:Role", `${uid}/r${i}`, uid, { name: `role ${i}`, capabilities: ["CAP_REPO_LIST"] }),
    );
    const repos = groups.map(({ uid }, i) => live("registry:Repo", `${uid}/p${i}`, uid, { name: `repo-${i}` }));
    const all = [...groups, ...roles, ...repos];
    const wanted = importableOf(all, []);
    const first = extended(none, all, wanted.slice(0, 4));
    const renamed = (text: string) =>
      text
        .replace(/\bprod(?= =|\.id)/g, "production")
        .replace(/\btest(?= =|\.id)/g, "prod")
        .replace("const production =", "const production: platform.Group =");
    const edited = new Map([...first.sources].map(([file, text]) => [file, renamed(text)]));
    const second = extended({ ...first, sources: edited }, all, wanted.slice(4));
    const [index = ""] = second.sources.values();
    const repoOf = (i: number) => new RegExp(`"repo-${i}", \\{ parentUid: (\\S+),`).exec(index)?.[1];
    assert.deepEqual([repoOf(0), repoOf(1)], ["production.id", "prod.id"], index);
    assertDeclares(second, wanted);
  });
});
