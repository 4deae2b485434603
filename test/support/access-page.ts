import type { AccessModel } from "../../src/cli/access/model";
import { modelOf } from "../../src/cli/access/model";
import type { LiveAccess } from "../../src/cli/access/read";
import { graphReport } from "../../src/cli/commands/access/graph";
import type { AccessPlan } from "../../src/cli/commands/access/plan";
import type { LiveObject } from "../../src/cli/organization/read";
import type { GraphPage } from "../../src/cli/page";
import { capabilities } from "../../src/resources/capabilities";
import { HOSTILE_TEXTS } from "./hostile-texts";
import { liveObject } from "./organizations";

const ROLES = ["owner", "editor", "viewer", "registry.pull"];

/** What each role grants: an owner gives access, and no other does. */
const grantedBy = (i: number): string[] =>
  i === 0
    ? [...capabilities]
    : capabilities.filter((name) => !name.includes("ROLE_BINDINGS")).slice(i * 2, i * 2 + 8 + i * 3);

/** The objects of an organization with so many bindings, in a tree of groups of three levels. Some names are hostile. */
function objectsWith(bindings: number, groups: number): LiveObject[] {
  const idOf = (i: number) => (i < 9 ? `root/d${i}` : `root/d${i % 9}/t${i}`);
  const groupAt = (i: number) => (i % 11 === 0 ? "root" : idOf((i * 7) % groups));
  const count = Math.max(3, Math.ceil(bindings / 4));
  const identityAt = (i: number) => (i % 4 === 2 ? `person-${i}` : `${i % 4 === 3 ? "root" : idOf(i % groups)}/i${i}`);
  const nameAt = (i: number) => HOSTILE_TEXTS[i - 100] ?? `${["ci", "deploy", "ada", "lin"][i % 4]}-${i}@example.com`;
  return [
    liveObject("iam:Group", "root", { name: "acme" }),
    ...Array.from({ length: groups }, (_, i) =>
      liveObject("iam:Group", idOf(i), { name: HOSTILE_TEXTS[i - 30] ?? (i < 9 ? `department-${i}` : `team-${i}`) }),
    ),
    ...Array.from({ length: 12 }, (_, i) =>
      liveObject("iam:Role", i < 4 ? `role-${i}` : `root/role-${i}`, {
        name: i === 11 ? HOSTILE_TEXTS[0] : (ROLES[i] ?? `custom-${i}`),
        capabilities: grantedBy(i),
      }),
    ),
    ...Array.from({ length: count }, (_, i) => i)
      .filter((i) => i % 4 !== 2)
      .map((i) => liveObject("iam:Identity", identityAt(i), { name: nameAt(i) })),
    ...Array.from({ length: bindings }, (_, i) => {
      const [at, role] = [(i * 7) % count, (i * 5) % 12];
      return liveObject("iam:RoleBinding", `${groupAt(i)}/b${i}`, {
        identityUid: identityAt(at),
        roleUid: role < 4 ? `role-${role}` : `root/role-${role}`,
        identity: { uid: identityAt(at), name: "", email: nameAt(at) },
      });
    }),
  ];
}

const quiet = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };

const without = (model: AccessModel, which: number): AccessModel => ({
  ...model,
  bindings: new Map([...model.bindings].filter((_, i) => i !== which)),
});

/**
 * The page of `access graph -o html` for an organization with so many bindings.
 *
 * @param isPlan whether one binding is added, and another removed
 */
export function graphPage(bindings: number, { groups = 45, isPlan = true } = {}): GraphPage {
  const objects = objectsWith(bindings, groups);
  const model = modelOf(objects);
  const live: LiveAccess = {
    objects,
    model: isPlan ? without(model, 3) : model,
    gaps: [],
    sight: { assumption: undefined, of: () => ({ visibility: "visible" }) },
    publicOrg: undefined,
    uncounted: [],
    offers: [],
  };
  const call = {
    flags: { output: "html", preview: isPlan, color: "auto" } as const,
    terminal: { out: quiet, err: quiet },
  };
  const planned = { objects, actorsChanged: [], unknown: [], existing: [], refused: [], ambiguous: [] };
  const nothing = { uncounted: [], provisioning: [], offers: [] };
  const plan: AccessPlan = { call, live, planned, after: without(model, 4), names: model, ...nothing };
  const { page } = graphReport(call, live, isPlan ? plan : undefined);
  if (page?.kind !== "graph") throw new Error("access graph has no page");
  return page;
}
