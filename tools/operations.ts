import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as accountAssociations from "../src/lookups/account-associations";
import * as advisories from "../src/lookups/advisories";
import * as feed from "../src/lookups/advisory-feed";
import * as artifacts from "../src/lookups/artifacts";
import * as mappings from "../src/lookups/external-group-role-mappings";
import * as groupInvites from "../src/lookups/group-invites";
import * as groups from "../src/lookups/groups";
import * as identities from "../src/lookups/identities";
import * as identityProviders from "../src/lookups/identity-providers";
import * as images from "../src/lookups/images";
import type { EntityListing } from "../src/lookups/listing";
import type { Operation } from "../src/lookups/operation";
import * as ping from "../src/lookups/ping";
import * as repos from "../src/lookups/repos";
import * as roleBindings from "../src/lookups/role-bindings";
import * as roles from "../src/lookups/roles";
import * as subscriptions from "../src/lookups/subscriptions";
import * as tagHistory from "../src/lookups/tag-history";
import * as tags from "../src/lookups/tags";
import * as terms from "../src/lookups/terms";
import { resources } from "../src/resources";
import { nameOf, type ResourceSpec, subresourceFields } from "../src/spec/resource";
import type { Fields } from "../src/spec/types";

const root = join(__dirname, "..");

/** One operation of the API, as its owner lists it. */
interface Listed {
  readonly domain: string;
  readonly method: string;
  readonly path: string;
}

/** An operation and who asks it. */
interface Use {
  readonly method: string;
  readonly path: string;
  /** A public function, or a class and what it does with the operation. */
  readonly by: { readonly name: string } | { readonly className: string; readonly verb: string };
}

const modules: readonly object[] = [
  groups,
  identities,
  roles,
  roleBindings,
  identityProviders,
  mappings,
  groupInvites,
  accountAssociations,
  terms,
  repos,
  tags,
  images,
  tagHistory,
  advisories,
  feed,
  artifacts,
  subscriptions,
  ping,
];

type Asked = Operation & Partial<Pick<EntityListing<Fields, Fields, unknown>, "one">>;

const isOperation = (value: unknown): value is Asked =>
  typeof value === "object" && value !== null && "name" in value && "path" in value && "arguments" in value;

/** What the lookups ask: each module exports its operations as data. */
const lookupUses = (): Use[] =>
  modules
    .flatMap((module) => Object.values(module).flat())
    .filter(isOperation)
    .flatMap(({ name, method, path, one }) => [
      { method, path, by: { name } },
      ...(one === undefined
        ? []
        : [
            { method, path: `${path}/{uid}`, by: { name: one.name } },
            ...(Object.keys(one.arguments).length === 0 ? [] : [{ method, path, by: { name: one.name } }]),
          ]),
    ]);

/** What a class asks, by its lifecycle. */
function resourceUses(spec: ResourceSpec): Use[] {
  const use = (method: string, path: string, verb: string): Use => ({
    method,
    path: `${spec.collection}${path}`,
    by: { className: nameOf(spec), verb },
  });
  switch (spec.lifecycle) {
    case "acceptance":
      return [use("POST", "/{uid}", "create"), use("POST", "/{uid}", "update"), use("GET", "/{uid}", "read")];
    case "scimToken":
      return [
        use("POST", "/{uid}:generateScimToken", "create"),
        use("POST", "/{uid}:regenerateScimToken", "update"),
        use("POST", "/{uid}:revokeScimToken", "delete"),
        use("GET", "/{uid}", "read"),
      ];
    default:
      return [
        use("GET", "", "look"),
        use("POST", "/{uid}", "create"),
        use("GET", "/{uid}", "read"),
        ...(spec.update === "patch" ? [use("PATCH", "/{uid}", "update")] : []),
        use("DELETE", "/{uid}", "delete"),
        ...subresourceFields(spec).flatMap(([, { options }]) => [
          use("GET", `/{uid}/${options.subresource?.segment}`, "read"),
          use("PATCH", `/{uid}/${options.subresource?.segment}`, "update"),
        ]),
      ];
  }
}

/** Method and path with the names of placeholders taken out: these differ from place to place. */
const keyOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/\{\w+\}/g, "{}")}`;

/** An operation with the classes and the functions by which a program reaches it. */
export interface Row extends Listed {
  readonly classes: readonly string[];
  readonly functions: readonly string[];
}

/** Every operation of the API, and who asks it. */
export function operations(): Row[] {
  const listed = JSON.parse(readFileSync(join(root, "test/fixtures/operations.json"), "utf8")) as Listed[];
  const uses = [...Object.values(resources).flatMap(resourceUses), ...lookupUses()];
  return listed.map((operation) => {
    const by = uses.filter((use) => keyOf(use) === keyOf(operation)).map((use) => use.by);
    return {
      ...operation,
      classes: by.flatMap((who) => ("className" in who ? [`\`${who.className}\` ${who.verb}`] : [])),
      functions: [...new Set(by.flatMap((who) => ("name" in who ? [`\`${who.name}\``] : [])))],
    };
  });
}

/** What the lookups ask that is no operation of the API; there should be none. */
export function strangers(): string[] {
  const known = new Set(operations().map(keyOf));
  return lookupUses()
    .map(keyOf)
    .filter((key) => !known.has(key));
}

/** The table of docs/operations.md, in Markdown. */
export function operationsTable(): string {
  const rows = operations().map(({ method, path, classes, functions }) => {
    const [by, asked] = [classes, functions].map((names) => names.join(", ") || "–");
    return `| \`${method} ${path}\` | ${by} | ${asked} |`;
  });
  return ["| operation | class | function |", "|---|---|---|", ...rows].join("\n");
}

const [begin, end] = ["<!-- operations: tools/operations.ts -->", "<!-- /operations -->"];

/** The table as it stands in the page. */
export function tableIn(readme: string): string {
  return readme.slice(readme.indexOf(begin) + begin.length, readme.indexOf(end)).trim();
}

/** `node -r ts-node/register/transpile-only tools/operations.ts`: writes the table into docs/operations.md. */
if (require.main === module) {
  const file = join(root, "docs", "operations.md");
  const readme = readFileSync(file, "utf8");
  const [before, after] = [readme.indexOf(begin) + begin.length, readme.indexOf(end)];
  writeFileSync(file, `${readme.slice(0, before)}\n\n${operationsTable()}\n\n${readme.slice(after)}`);
}
