import type { Allowed, Route } from "../src/emulator/gateway/route";
import { rulesOf } from "../src/emulator/kinds/by-kind";
import { defaults } from "../src/emulator/options";
import { routeTable } from "../src/emulator/table";
import { makeWorld } from "../src/emulator/world";
import { resources } from "../src/resources";
import { nameOf, type ResourceSpec } from "../src/spec/resource";
import { operationKey, resourceUses } from "./operations";

/** The table of docs/resources.md that says what a role needs for each resource, from the emulator's table of routes. */

const VERBS = ["read", "create", "update", "delete"] as const;
type Verb = (typeof VERBS)[number];

const routes: ReadonlyMap<string, Route> = new Map(
  routeTable(makeWorld(defaults, {})).map((route) => [operationKey(route), route]),
);

const capabilitiesIn = (allowed: Allowed): string[] => ("capability" in allowed ? [allowed.capability] : []);

/** The verb whose requests are sent: what has no PATCH is created over itself. */
const sentVerb = ({ update }: ResourceSpec, verb: Verb): Verb =>
  verb === "update" && update === "upsert" ? "create" : verb;

function routesOf(spec: ResourceSpec, verb: Verb): Route[] {
  const used = resourceUses(spec).filter((use) => use.verb === sentVerb(spec, verb));
  return used.map((use) => {
    const route = routes.get(operationKey(use));
    if (route === undefined) throw new Error(`the emulator has no ${use.method} ${use.path}`);
    return route;
  });
}

/** The capabilities that the requests of a verb need; none where it sends nothing. */
export const capabilitiesFor = (spec: ResourceSpec, verb: Verb): string[] => [
  ...new Set(routesOf(spec, verb).flatMap(({ allowed }) => capabilitiesIn(allowed))),
];

function cell(spec: ResourceSpec, verb: Verb): string {
  const { grants } = rulesOf(spec);
  const isHandingOn = routesOf(spec, verb).some(({ handsOn }) => handsOn !== undefined);
  const needed = capabilitiesFor(spec, verb).map((capability) => `\`${capability}\``);
  const handed = grants !== undefined && isHandingOn ? [`all that \`${grants}\` grants`] : [];
  return [...needed, ...handed].join(", ") || "–";
}

const row = (spec: ResourceSpec): string =>
  `| ${[`[${nameOf(spec)}](#${nameOf(spec).toLowerCase()})`, ...VERBS.map((verb) => cell(spec, verb))].join(" | ")} |`;

/** The section of docs/resources.md on what the role of a deployer needs. */
export const capabilityDocs = (): string =>
  [
    "## What a role needs",
    "The capabilities that a deployer's role needs, in the group where the objects are, or above it.",
    [
      `| resource | ${VERBS.join(" | ")} |`,
      `|---|${"---|".repeat(VERBS.length)}`,
      ...Object.values(resources).map(row),
    ].join("\n"),
    [
      "- Each verb needs those of *read* too: a create looks whether the object exists, and a delete looks whether it is gone. Where they",
      "  are missing a list is empty, without an error, and a create makes what exists a second time.",
      "- Every role needs `CAP_IAM_GROUPS_LIST`: an object is believed gone only where a group above it can be seen.",
      "- A dash: the verb sends nothing. A replacement needs *create* and *delete*.",
      "- Who makes an ExternalGroupRoleMapping, or makes or changes an IdentityProvider, hands on a role: to people of an external group,",
      "  or to everybody who signs in for the first time. The caller must hold all that this role grants, in the whole organisation.",
      "- No group is above an Organization, so that no role binding says who may make one: that is up to the platform.",
      "- Of a Repo, only a create with a `readme` needs `CAP_REPO_UPDATE`.",
      "- A CiIdentity is an Identity with its RoleBindings.",
      "- The API names no capabilities of an ExternalGroupRoleMapping. Those of its identity provider are an assumption.",
    ].join("\n"),
  ].join("\n\n");
