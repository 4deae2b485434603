import { readSight } from "../../../../src/client/visibility/read-sight";
import { type Managed, managedIn, Scope } from "../../../../src/command/commands/drift/scope";
import { findUnmanaged, type UnmanagedFound } from "../../../../src/command/commands/drift/unmanaged";
import { readRules } from "../../../../src/command/ignoring/ignore-file";
import { Ignoring } from "../../../../src/command/ignoring/ignoring";
import type { HeldResource } from "../../../../src/command/stack/export";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../src/emulator";
import { administrator } from "../../../../src/emulator/seed/seed";
import { hoursAgo } from "../../../support/clock";
import { callerWith, clientOf } from "../../../support/platform";

/** A resource of the state. */
export const managed = (kind: string, uid: unknown, more: Partial<HeldResource> = {}): HeldResource => ({
  urn: `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/${kind}::${uid}`,
  kind,
  uid: String(uid),
  values: {},
  isPendingDelete: false,
  isReadOnly: false,
  isOfExplicitProvider: false,
  ...more,
});

interface Options {
  readonly under?: readonly string[];
  readonly rules?: string;
  readonly deleted?: readonly string[];
  readonly caller?: string;
}

/** An organization, in which tests put objects and search for those that no stack manages. */
export class Searched {
  readonly root: string;

  private constructor(readonly emulator: Emulator) {
    this.root = emulator.organization.uid;
  }

  static readonly start = async (options: EmulatorOptions = {}) =>
    new Searched(await startEmulator({ now: hoursAgo, ...options }));

  readonly put = (type: string, parent: string, body: Record<string, unknown>) =>
    String(this.emulator.put(type, parent, body).uid);
  readonly group = (parent: string, name: string) => this.put("iam:Group", parent, { name });
  readonly identity = (parent: string, name: string) =>
    this.put("iam:Identity", parent, { name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
  readonly builtIn = (name: string) => String(this.emulator.list("iam:Role").find((role) => role.name === name)?.uid);
  readonly bind = (identityUid: string, roleUid: string, group = this.root) =>
    this.put("iam:RoleBinding", group, { identityUid, roleUid });
  /** Somebody who has signed in: no list of the organization has the identity, and bindings have the e-mail address. */
  readonly personFrom = (name: string, issuer: string) => {
    const elsewhere = this.emulator.list("iam:Group").find((group) => group.name === "public-org")?.uid;
    const uid = this.put("iam:Identity", String(elsewhere), { name, claimMatch: { issuer, subject: name } });
    this.emulator.edit(uid, { email: `${name}@example.com` });
    return uid;
  };
  /** A person, whom a list of the group shows. */
  readonly personIn = (group: string, name: string) => {
    const uid = this.identity(group, name);
    this.emulator.edit(uid, { servicePrincipal: null, email: `${name}@example.com` });
    return uid;
  };
  /** An identity provider `sso` whose people are viewers. */
  readonly provider = (parent = this.root) =>
    this.put("iam:IdentityProvider", parent, {
      name: "sso",
      defaultRole: this.builtIn("viewer"),
      oidc: { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true, groupsClaim: "groups" },
    });
  readonly mapping = (provider: string, externalGroupId: string) =>
    this.put("iam:ExternalGroupRoleMapping", provider, {
      externalGroupId,
      roleUid: this.builtIn("owner"),
      scope: this.root,
    });

  readonly find = (resources: readonly HeldResource[], options: Options = {}): Promise<UnmanagedFound> => {
    const { under = [], rules = "", deleted = [], caller = administrator } = options;
    const all: Managed[] = managedIn(resources);
    const client = clientOf(this.emulator);
    return findUnmanaged({
      client,
      scope: new Scope(all, under),
      managed: all,
      ignoring: new Ignoring(readRules(rules, "rules"), "2026-11-22"),
      deleted: new Set(deleted),
      sight: () => readSight(client, callerWith(caller)),
    });
  };
}

export const labelsIn = ({ objects }: UnmanagedFound) =>
  objects.map(({ object, label }) => `${object.spec.type} ${label}`);
