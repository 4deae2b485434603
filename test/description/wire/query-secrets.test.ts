import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../../src/description/operations/operation";
import { resources } from "../../../src/description/resources";
import type { Field, Fields } from "../../../src/description/spec/types";
import { repositoryRoot } from "../../support/workspace";

/** Whether a value of a field, or a part of it, may be a secret. */
function mayBeSecret({ type, options }: Field): boolean {
  if (options.secret === true) return true;
  if (type.kind === "message") return Object.values(type.fields).some(mayBeSecret);
  return type.kind === "string" && type.format === "sink";
}

const secretsIn = (fields: Fields, isSent: (field: Field) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isSent(field) && mayBeSecret(field) ? [name] : []));

describe("a query, which proxies log and the emulator lists as it was sent", () => {
  it("has no secret: no list selects by one, and no GET has one among its parameters (row 66)", () => {
    const folder = join(repositoryRoot, "src/description/operations");
    const modules = readdirSync(folder).map((file): Record<string, Partial<Operation>> => require(join(folder, file)));
    const reads = modules.flatMap((module) => Object.values(module)).filter(({ method }) => method === "GET");
    assert.ok(reads.length > 10, `${reads.length} operations`);
    assert.deepEqual(
      reads.flatMap(({ request = {} }) => secretsIn(request, () => true)),
      [],
    );
    const filters = Object.values(resources).map(({ fields }) =>
      secretsIn(fields, ({ options }) => "filter" in options),
    );
    assert.deepEqual(filters.flat(), []);
  });
});
