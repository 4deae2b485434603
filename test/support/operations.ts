import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../src/description/resources";
import { nameOf, type ResourceSpec, subresourceFields } from "../../src/description/spec/resource";
import { countedListings } from "../../src/program/lookups/count";
import { isListing, isOperation } from "../../tools/types/declarations";

const root = join(__dirname, "../..");

interface Listed {
  readonly domain: string;
  readonly method: string;
  readonly path: string;
}

interface Use {
  readonly method: string;
  readonly path: string;
  /** A public function, or a class with the verb. */
  readonly by: { readonly name: string } | { readonly className: string; readonly verb: string };
}

interface ResourceUse {
  readonly method: string;
  readonly path: string;
  readonly verb: string;
}

const exportsOf = (folder: string): unknown[] =>
  readdirSync(join(root, "src", folder)).flatMap((file) =>
    Object.values(require(join(root, "src", folder, file)) as object),
  );

const operationsOf = exportsOf("description/operations").filter(isOperation);

/** Operations that the lookups call, with List and Get of resources. */
const lookupUses = (): Use[] => [
  ...operationsOf.flatMap(({ functions = [], method, path }) =>
    functions.map((name): Use => ({ method, path, by: { name } })),
  ),
  ...exportsOf("program/lookups")
    .filter(isListing)
    .flatMap(({ name, asked: { path }, one }): Use[] => [
      { method: "GET", path, by: { name } },
      { method: "GET", path: `${path}/{uid}`, by: { name: one.name } },
      ...(Object.keys(one.arguments).length === 0 ? [] : [{ method: "GET", path, by: { name: one.name } }]),
    ]),
  ...Object.values(countedListings).map(
    ({ asked: { path } }): Use => ({ method: "GET", path, by: { name: "getCount" } }),
  ),
];

export function resourceUses(spec: ResourceSpec): ResourceUse[] {
  const use = (method: string, path: string, verb: string): ResourceUse => ({
    method,
    path: `${spec.collection}${path}`,
    verb,
  });
  if (spec.lifecycle !== undefined) {
    const sent = operationsOf.flatMap(({ sentBy, method, path }) =>
      sentBy?.type === spec.type ? sentBy.verbs.map((verb) => ({ method, path, verb })) : [],
    );
    // A lifecycle without its own read call reads the object from its collection.
    return sent.some(({ method }) => method === "GET") ? sent : [...sent, use("GET", "/{uid}", "read")];
  }
  return [
    use("GET", "", "list"),
    use("POST", "/{uid}", "create"),
    ...(spec.peculiar?.batchCreate === undefined ? [] : [use("POST", ":batchCreate", "create")]),
    use("GET", "/{uid}", "read"),
    ...(spec.update === "patch" ? [use("PATCH", "/{uid}", "update")] : []),
    use("DELETE", "/{uid}", "delete"),
    ...subresourceFields(spec).flatMap(([, { options }]) => [
      use("GET", `/{uid}/${options.subresource?.segment}`, "read"),
      use("PATCH", `/{uid}/${options.subresource?.segment}`, "create"),
      use("PATCH", `/{uid}/${options.subresource?.segment}`, "update"),
    ]),
  ];
}

const classUses = (spec: ResourceSpec): Use[] =>
  resourceUses(spec).map(({ verb, ...operation }) => ({ ...operation, by: { className: nameOf(spec), verb } }));

/** Method and path without the names of placeholders, which differ: `GET /iam/v2/groups/{}`, also of a route's template. */
export const operationKey = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/\{\/\w+=\*\*\}/g, "/{}").replace(/\{\w+(=\*\*)?\}/g, "{}")}`;

export interface Row extends Listed {
  readonly classes: readonly string[];
  readonly functions: readonly string[];
}

export function operations(): Row[] {
  const listed = JSON.parse(readFileSync(join(root, "test/support/fixtures/operations.json"), "utf8")) as Listed[];
  const uses = [...Object.values(resources).flatMap(classUses), ...lookupUses()];
  return listed.map((operation) => {
    const by = uses.filter((use) => operationKey(use) === operationKey(operation)).map((use) => use.by);
    return {
      ...operation,
      classes: by.flatMap((who) => ("className" in who ? [`${who.className} ${who.verb}`] : [])),
      functions: [...new Set(by.flatMap((who) => ("name" in who ? [who.name] : [])))],
    };
  });
}

/** Operations that lookups call but the API does not have; there should be none. */
export function unknownOperations(): string[] {
  const known = new Set(operations().map(operationKey));
  return lookupUses()
    .map(operationKey)
    .filter((key) => !known.has(key));
}
