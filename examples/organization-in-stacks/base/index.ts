import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organization's root group. */
const organization = config.require("organization");
/** Names of the teams. Each team has a group, and a stack of the same name for the objects in it. */
const teams = config.requireObject<string[]>("teams");

const groups = teams.map(
  (name) =>
    [name, new platform.Group(name, { parentUid: organization, description: `Objects of the ${name} team` })] as const,
);

// A role belongs to the whole organization. A team's stack binds it only in the team's group.
const pusher = new platform.Role("pusher", {
  parentUid: organization,
  description: "Pushes and reads images",
  capabilities: [
    "CAP_REPO_CREATE",
    "CAP_REPO_UPDATE",
    "CAP_REPO_DELETE",
    "CAP_REPO_LIST",
    "CAP_REPO_BLOBS_GET",
    "CAP_MANIFEST_CREATE",
    "CAP_MANIFEST_UPDATE",
    "CAP_MANIFEST_DELETE",
    "CAP_MANIFEST_LIST",
    "CAP_MANIFEST_METADATA_LIST",
    "CAP_TAG_CREATE",
    "CAP_TAG_UPDATE",
    "CAP_TAG_DELETE",
    "CAP_TAG_LIST",
    "CAP_REFERRERS_LIST",
    // Pushing to a nested path also creates its groups.
    "CAP_IAM_GROUPS_CREATE",
    "CAP_IAM_GROUPS_LIST",
  ],
});

/** uid of the root group, for the identities of all workloads. */
export const organizationUid = organization;
/** uids for the teams' stacks, by name. */
export const teamGroups = Object.fromEntries(groups.map(([name, group]) => [name, group.id]));
export const roles = { pusher: pusher.id, viewer: platform.getRoleOutput({ name: "viewer" }).uid };
