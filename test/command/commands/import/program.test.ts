import assert from "node:assert/strict";
import fc from "fast-check";
import { importStatusFinder } from "../../../../src/command/commands/import/import-status";
import { Ignoring } from "../../../../src/command/ignoring/ignoring";
import { type LiveObject, specOf } from "../../../../src/command/organization/read";
import type { Values } from "../../../../src/description/spec/values";
import { assertDeclares, extended, importableOf, live, none, ROOT, SECRET, VIEWER } from "./extended-program";

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

describe("the program of an organization", () => {
  it("declares every object with exactly its values, for any names", () => {
    fc.assert(
      fc.property(fc.array(made, { maxLength: 25 }), (all) => {
        const objects = organization(all);
        const wanted = importableOf(objects, (i) => all[i]?.byUid === true);
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
        const wanted = importableOf(objects, (i) => all[i]?.byUid === true);
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
    const wanted = importableOf(objects);
    const program = extended(none, objects, wanted);
    assertDeclares(program, wanted);
    const other = { spec: specOf("iam:Identity"), uid: hidden };
    assert.equal(importStatusFinder(program, [], new Ignoring([], "2026-11-22"))(other), "new");
    const [index = ""] = program.sources.values();
    const declared = ["evil", "worse", "parentUid"].filter((name) =>
      new RegExp(`^(?:export )?const ${name}\\b`, "m").test(index),
    );
    assert.deepEqual(declared, ["parentUid"]);
  });
});
