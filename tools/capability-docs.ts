import { resources } from "../src/description/resources";
import { inputFields, nameOf, type ResourceSpec, subresourceFields } from "../src/description/spec/resource";
import { defaults } from "../src/emulator/checks";
import type { Allowed, Route } from "../src/emulator/gateway/route";
import { rulesOf } from "../src/emulator/kinds/by-kind";
import { routeTable } from "../src/emulator/table";
import { makeWorld } from "../src/emulator/world";
import { operationKey, resourceUses } from "../test/support/operations";

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

/** Returns the capabilities that the requests of a verb need, without those of inputs that only the staff sets. */
export const capabilitiesFor = (spec: ResourceSpec, verb: Verb): string[] => [
  ...new Set(routesOf(spec, verb).flatMap(({ allowed }) => capabilitiesIn(allowed))),
];

function cell(spec: ResourceSpec, verb: Verb): string {
  if (spec.peculiar?.staffOnly && (verb === "create" || verb === "delete")) return "the platform's staff";
  const { grants } = rulesOf(spec);
  const isHandingOn = routesOf(spec, verb).some(({ handsOn }) => handsOn !== undefined);
  const needed = capabilitiesFor(spec, verb).map((capability) => `\`${capability}\``);
  const handed = grants !== undefined && isHandingOn ? [`all that \`${grants}\` grants`] : [];
  return [...needed, ...handed].join(", ") || "–";
}

const staffCell = (spec: ResourceSpec): string =>
  inputFields(spec.fields)
    .flatMap(([name, { options }]) => (options.staffOnly === undefined ? [] : [`\`${name}\``]))
    .join(", ") || "–";

const row = (spec: ResourceSpec): string =>
  `| ${[`[${nameOf(spec)}](#${nameOf(spec).toLowerCase()})`, ...VERBS.map((verb) => cell(spec, verb)), staffCell(spec)].join(" | ")} |`;

export const capabilityDocs = (): string =>
  [
    "## What a role needs",
    "A deployer's role needs these capabilities in the group of the objects, or above it. A dash means that the verb sends nothing.",
    [
      `| resource | ${VERBS.join(" | ")} | inputs that only staff can set |`,
      `|---|${"---|".repeat(VERBS.length + 1)}`,
      ...Object.values(resources).map(row),
    ].join("\n"),
    [
      "- Every verb also needs the capabilities of *read*, because it first searches for the object. Without them, a list is empty",
      "  without an error, and a create creates a second object. A replacement needs *create* and *delete*.",
      "- Every role needs `CAP_IAM_GROUPS_LIST`. An object counts as deleted only if the provider sees a group above it.",
      "- For an ExternalGroupRoleMapping or IdentityProvider, the caller must have everything that its role grants, in the whole",
      "  organization. For a RoleBinding this may also hold: the documentation of pull tokens says so, the API does not.",
      "- Customers cannot set the inputs in the last column. The platform refuses the request or ignores the value. A preview warns.",
      "- The platform refuses a Role with a capability of its staff. A preview warns.",
      "- The built-in role `owner` has all these capabilities. `editor` creates, changes and deletes repos and subscriptions, and reads",
      "  the rest.",
      "- An access token contains the capabilities of the time when it was issued. After a grant you need a new token.",
      "- A CiIdentity needs those of Identity and RoleBinding. A PullToken needs these and *read* of Role.",
    ].join("\n"),
  ].join("\n\n");
