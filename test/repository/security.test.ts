import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import type { Field, Fields, ValueType } from "../../src/description/spec/types";
import { repositoryRoot } from "../support/workspace";

const read = (name: string): string => readFileSync(join(repositoryRoot, name), "utf8");

/** A section of a page, without its heading. */
function sectionOf(page: string, heading: string): string {
  const [, section] = page.split(`\n## ${heading}\n`);
  return section?.split("\n## ")[0] ?? "";
}

/** Numbers in "(rows 1, 3–5)"; undefined where a text names none. */
function rowsNamed(text: string): number[] | undefined {
  const list = /\(rows? ([\d, –]+)\)/.exec(text)?.[1];
  return list?.split(", ").flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split("–").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Fields of a message and of the messages in it. */
function fieldsIn(fields: Fields): [name: string, field: Field][] {
  const inner = (type: ValueType): [string, Field][] =>
    type.kind === "message" ? fieldsIn(type.fields) : type.kind === "list" || type.kind === "map" ? inner(type.of) : [];
  return Object.entries(fields).flatMap(([name, field]) => [[name, field] as [string, Field], ...inner(field.type)]);
}

describe("SECURITY.md", () => {
  const page = read("SECURITY.md");
  const promised = new Set(
    [...read("docs/internals/promises.md").matchAll(/^- \*\*(\d+)\*\* /gm)].map(([, row]) => Number(row)),
  );

  const bullets = sectionOf(page, "What is promised")
    .split(/\n(?=- )|\n\n/)
    .filter((text) => text.startsWith("- "));
  const threats = sectionOf(page, "Threats").trim().split("\n").slice(2);

  assert.ok(bullets.length >= 7 && threats.length >= 7, `${bullets.length} promises, ${threats.length} threats`);
  for (const text of [...bullets, ...threats])
    it(`names the rows that prove it: ${text.slice(0, 60).replaceAll("\n", " ")}`, () => {
      const rows = rowsNamed(text);
      assert.ok(rows !== undefined && rows.length > 0, "no row is named");
      const wrong = rows.filter((row) => !promised.has(row));
      assert.deepEqual(wrong, [], "there is no such row");
    });

  const open = sectionOf(page, "What is not secret in the state");
  const declared = Object.values(resources).flatMap((spec) =>
    fieldsIn(spec.fields).map(([name, field]) => ({
      name,
      kind: nameOf(spec),
      isSecret: field.options.secret === true,
    })),
  );

  it("lists all fields that are encrypted in every state, with their kinds", () => {
    const said = [...open.matchAll(/`(\w+)` of an?\s(\w+)/g)].map(([, name, kind]) => `${kind}.${name}`);
    const secret = declared.filter(({ isSecret }) => isSecret).map(({ name, kind }) => `${kind}.${name}`);
    assert.deepEqual(said.filter((field) => !field.startsWith("Subscription.")).sort(), secret.sort());
  });

  it("lists only existing fields, and no secret, among the plain text ones", () => {
    const [, list = ""] = /(\n- [\s\S]*?)\n\n/.exec(open) ?? [];
    const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    assert.ok(named.length > 10);
    for (const name of named) {
      const found = declared.filter((field) => field.name === name);
      assert.ok(found.length > 0, `there is no field ${name}`);
      assert.ok(!found.some(({ isSecret }) => isSecret), `${name} is a secret`);
    }
  });

  it("lists the supported versions of package.json", () => {
    const { engines, peerDependencies } = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
    const supported = sectionOf(page, "Supported versions");
    assert.ok(supported.includes(`Node ${engines?.node?.replace(">=", "")} and`), engines?.node);
    assert.ok(supported.includes(String(peerDependencies?.["@pulumi/pulumi"])));
  });
});
