import { quoted } from "../../../client/api/shown";
import { type AccessChange, difference, rolesBehind } from "../../access/difference";
import { type AccessModel, modelOf } from "../../access/model";
import { groupPath, roleName } from "../../access/names";
import { applyPlan, type Planned } from "../../access/planned";
import type { LiveAccess } from "../../access/read";
import { isNewObject } from "../../access/targets";
import type { CommandCall } from "../../declaration";
import { nameOfUrn } from "../../stack/export";
import { stackChoice } from "../../stack/options";
import type { PlannedStep } from "../../stack/preview";
import { groupIn, readFor } from "./answer";
import type { AccessFlags } from "./declaration";

/** Reads access before and after the pending change of a stack. It changes nothing. Throws PulumiError. */
export async function readPlan(call: CommandCall<AccessFlags>): Promise<AccessPlan> {
  // Without --stack, Pulumi uses the selected stack.
  const choice = stackChoice(call) ?? {};
  const live = await readFor(call, choice);
  call.progress("Running pulumi preview");
  const { plannedSteps } = await import("../../stack/preview");
  return new AccessPlan(live, await plannedSteps(choice));
}

/** Access before and after planned steps. The people of an invite, an identity provider or a mapping are identities of both models. */
export class AccessPlan {
  readonly planned: Planned;
  readonly after: AccessModel;
  readonly names: AccessModel;
  readonly changes: readonly AccessChange[];

  constructor(
    readonly live: LiveAccess,
    steps: readonly PlannedStep[],
  ) {
    this.planned = applyPlan(live.objects, steps);
    const [before, after] = [live.model, modelOf(this.planned.objects)];
    const renamed = [...after.identities].filter(([, { name }]) => name !== "");
    this.names = {
      ...after,
      groups: new Map([...before.groups, ...after.groups]),
      identities: new Map([...after.identities, ...before.identities, ...renamed]),
      roles: new Map([...before.roles, ...after.roles]),
    };
    [this.after, this.changes] = [after, difference(before, after)];
  }

  get gaps(): string[] {
    return this.planned.unknown.map(({ urn, why }) => `The effect of ${named(urn)} is unknown, because ${why}.`);
  }

  get notes(): string[] {
    const { actorsChanged, signInChanged, provisioning, ambiguous, existing } = this.planned;
    const pathOf = (uid = "") => quoted(groupPath(this.names, uid));
    return [
      ...actorsChanged.map((urn) => `${named(urn)} changes who can act as an identity, with all its access.`),
      ...signInChanged.map(
        (urn) => `This changes who can sign in with ${named(urn)}, and who gets the role bindings of its people.`,
      ),
      ...provisioning.map(
        (urn) =>
          `The SCIM token ${named(urn)} is new or changed. Whoever has it decides which people its identity provider has.`,
      ),
      ...ambiguous.map(
        ({ urn, uid, orElse }) =>
          `${named(urn)} counts in ${pathOf(uid)}. It may also be in ` +
          `${orElse.map(pathOf).join(" or ")} above that, which the preview does not show.`,
      ),
      ...existing.map(
        ({ urn, uid }) =>
          `${named(urn)} exists already (${uid}). The update fails unless platform:adoptExisting allows it to take over the object. ` +
          'If you renamed the resource, add aliases: [{ name: "<former name>" }].',
      ),
    ];
  }

  /** Returns the names of the roles that cause a change, and whether it is about all of their capabilities. */
  rolesOf(change: AccessChange) {
    const model = change.isGain ? this.after : this.live.model;
    const uids = rolesBehind(model, change);
    const all = new Set(uids.flatMap((uid) => model.roles.get(uid)?.capabilities ?? []));
    const names = [...new Set(uids.map((uid) => roleName(this.names, uid)))].sort();
    return { names, isAll: all.size === change.capabilities.length };
  }

  get fields() {
    const { objects: _, actorsChanged, signInChanged, ambiguous, ...rest } = this.planned;
    return {
      ...rest,
      actorsChanged: [...actorsChanged, ...signInChanged],
      ambiguous: ambiguous.map(({ urn, uid, orElse }) => ({
        urn,
        group: this.groupIn(uid),
        orElse: orElse.map(this.groupIn),
      })),
    };
  }

  readonly groupIn = (uid: string) => ({ ...groupIn(this.names, uid), uid: existingUid(uid) });
}

const named = (urn: string): string => quoted(nameOfUrn(urn));

export const existingUid = (uid: string): string | null => (isNewObject(uid) ? null : uid);
