import type { Allowed, Route } from "../src/emulator/gateway/route";
import { rulesOf } from "../src/emulator/kinds/by-kind";
import { defaults } from "../src/emulator/options";
import { routeTable } from "../src/emulator/table";
import { makeWorld } from "../src/emulator/world";
import { resources } from "../src/resources";
import { inputFields, nameOf, type ResourceSpec, subresourceFields } from "../src/spec/resource";
import { operationKey, resourceUses } from "./operations";

/** The table of docs/resources.md that says what a role needs for each resource, from the emulator's table of routes. */

const VERBS = ["read", "create", "update", "delete"] as const;
type Verb = (typeof VERBS)[number];

const routes: ReadonlyMap<string, Route> = new Map(
  routeTable(makeWorld(defaults, {})).map((route) => [operationKey(route), route]),
);

const capabilitiesIn = (allowed: Allowed): readonly string[] => ("capabilities" in allowed ? allowed.capabilities : []);

/** The verb whose requests are sent: what has no PATCH is created over itself. */
const sentVerb = ({ update }: ResourceSpec, verb: Verb): Verb =>
  verb === "update" && update === "upsert" ? "create" : verb;

/** The ends of the paths that customers never write to. */
const staffPaths = (spec: ResourceSpec): string[] =>
  subresourceFields(spec).flatMap(([, { options }]) =>
    options.staffOnly === undefined ? [] : [`/${options.subresource?.segment}`],
  );

function routesOf(spec: ResourceSpec, verb: Verb): Route[] {
  const used = resourceUses(spec).filter(
    ({ verb: sent, method, path }) =>
      sent === sentVerb(spec, verb) && (method === "GET" || !staffPaths(spec).some((end) => path.endsWith(end))),
  );
  return used.map((use) => {
    const route = routes.get(operationKey(use));
    if (route === undefined) throw new Error(`the emulator has no ${use.method} ${use.path}`);
    return route;
  });
}

/** Returns the capabilities that the requests of a verb need, without staff-only fields. A verb without requests needs none. */
export const capabilitiesFor = (spec: ResourceSpec, verb: Verb): string[] => [
  ...new Set(routesOf(spec, verb).flatMap(({ allowed }) => capabilitiesIn(allowed))),
];

function cell(spec: ResourceSpec, verb: Verb): string {
  if (spec.staffOnly && (verb === "create" || verb === "delete")) return "the platform's staff";
  const { grants } = rulesOf(spec);
  const isHandingOn = routesOf(spec, verb).some(({ handsOn }) => handsOn !== undefined);
  const needed = capabilitiesFor(spec, verb).map((capability) => `\`${capability}\``);
  const handed = grants !== undefined && isHandingOn ? [`all that \`${grants}\` grants`] : [];
  return [...needed, ...handed].join(", ") || "–";
}

/** The inputs that the platform's staff alone can set. */
const staffCell = (spec: ResourceSpec): string =>
  inputFields(spec.fields)
    .flatMap(([name, { options }]) => (options.staffOnly === undefined ? [] : [`\`${name}\``]))
    .join(", ") || "–";

const row = (spec: ResourceSpec): string =>
  `| ${[`[${nameOf(spec)}](#${nameOf(spec).toLowerCase()})`, ...VERBS.map((verb) => cell(spec, verb)), staffCell(spec)].join(" | ")} |`;

/** The section of docs/resources.md on what the role of a deployer needs. */
export const capabilityDocs = (): string =>
  [
    "## What a role needs",
    "The capabilities that a deployer's role needs, in the group where the objects are, or above it. A verb needs all that are named.",
    [
      `| resource | ${VERBS.join(" | ")} | inputs that only staff can set |`,
      `|---|${"---|".repeat(VERBS.length + 1)}`,
      ...Object.values(resources).map(row),
    ].join("\n"),
    [
      "- Each verb also needs those of *read*. A create looks whether the object exists, and a delete looks whether it still exists. Without",
      "  them a list is empty, without an error, and a create makes a second object.",
      "- Every role needs `CAP_IAM_GROUPS_LIST`. The provider believes that an object was deleted only if it sees a group above it.",
      "- A dash: the verb sends nothing. A replacement needs *create* and *delete*.",
      "- Whoever makes an ExternalGroupRoleMapping, or makes or changes an IdentityProvider, hands on a role to other people. The",
      "  caller must hold all that this role grants, in the whole organization.",
      "- Whoever makes a RoleBinding may need all that its role grants as well. The documentation of pull tokens asks for it, and the API",
      "  names only the capabilities in the table.",
      "- Customers cannot set the inputs in the last column. Leave them out, or ask the platform's staff to set them. The platform",
      "  refuses such a request, or carries it out without the value. A preview warns of new and changed ones.",
      "- A Role with a capability of the platform's staff is refused. A preview warns of one.",
      "- The built-in role `owner` holds all capabilities in this table. `editor` creates, changes and deletes repos and subscriptions,",
      "  and reads the rest. It makes no groups, identities, roles or role bindings.",
      "- Capabilities are in the access token. A token that was made before a grant does not have it.",
      "- A CiIdentity is an Identity with its RoleBindings. A PullToken is an Identity with one RoleBinding, and reads its Role.",
    ].join("\n"),
  ].join("\n\n");
