import { createHash } from "node:crypto";
import type { HistoryRecord } from "../options";
import { type Resource, rootOf } from "../store";
import { builtInRoles } from "./built-in-roles";

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

/** Returns the uid of a root group, which is the same at every start. */
const rootUid = (name: string): string => sha1(`org:${name}`);

export const organization = { uid: rootUid("acme"), name: "acme" } as const;

export const publicOrganization = { uid: rootUid("public-org"), name: "public-org" } as const;

/** The first time has no fraction of a second (platform API: ANS-4). */
const seedTime = (index: number): string =>
  `2026-01-05T08:30:${String(index).padStart(2, "0")}${index === 0 ? "" : ".250"}Z`;

const times = (index: number) => ({ createTime: seedTime(index), updateTime: seedTime(index) });

const groups: readonly Resource[] = [
  [organization, "ORG_KIND_CUSTOMER", "Root organization group"] as const,
  [publicOrganization, "ORG_KIND_INFRA", "Images for everybody"] as const,
].map(([{ uid, name }, kind, description], index) => ({
  type: "iam:Group",
  uid,
  values: { name, description, kind, status: "ORG_STATUS_READY", ...times(index) },
}));

/** Built-in roles have uids without a slash (platform API: IAM-8). */
const roles: readonly Resource[] = builtInRoles.map(([name, description, granted], index) => ({
  type: "iam:Role",
  uid: sha1(`role:${name}`),
  values: { name, description, capabilities: granted, ...times(index + 2) },
}));

/** uid of the identity of the emulator's own token: a person, who has no group. */
export const administrator = sha1("identity:administrator");

export const administratorBinding = sha1("binding:administrator");

/** The role binding has no group, so it applies in every organization. It exists in every emulator and cannot be deleted. */
export const administratorResources: readonly Resource[] = [
  ...roles.filter(({ values }) => values.name === "owner"),
  {
    type: "iam:RoleBinding",
    uid: administratorBinding,
    values: { identityUid: administrator, roleUid: sha1("role:owner"), createTime: seedTime(7) },
  },
];

/** Source repos for syncing: one with only a tier, and one with every field that is copied (platform API: REG-3). */
const repos: readonly Resource[] = [
  { name: "nginx", readme: "# nginx\n", catalogTier: "CATALOG_TIER_APPLICATION" },
  {
    name: "python",
    description: "The Python interpreter",
    readme: "# python\n",
    catalogTier: "CATALOG_TIER_BASE",
    bundles: ["base", "featured"],
    aliases: ["python3:latest"],
    activeTags: ["latest", "latest-dev"],
  },
].map((values, index) => ({
  type: "registry:Repo",
  uid: `${publicOrganization.uid}/${sha1(`repo:public-org/${values.name}`).slice(0, 16)}`,
  values: { ...values, ...times(index + 8) },
}));

export const seedResources: readonly Resource[] = [...groups, ...roles, ...repos];

export const publicResources = seedResources.filter(({ uid }) => rootOf(uid) === publicOrganization.uid);

const HISTORY_LENGTH = 2500;
const FIRST_CHANGE = Date.parse("2024-01-01T08:00:00.555Z");
/** Times as in the captured sample, whose second record is eight hours and a millisecond after the first. */
const CHANGE_EVERY_MS = 8 * 60 * 60 * 1000 + 1;

/** History of `public-org/nginx:latest`: from 2024 to 2026, more than two full windows. */
export const nginxHistory: readonly HistoryRecord[] = Array.from({ length: HISTORY_LENGTH }, (_, index) => ({
  updateTimestamp: new Date(FIRST_CHANGE + index * CHANGE_EVERY_MS).toISOString(),
  digest: `sha256:${createHash("sha256").update(String(index)).digest("hex")}`,
}));
