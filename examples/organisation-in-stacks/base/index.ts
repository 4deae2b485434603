import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organisation's root group. */
const organization = config.require("organization");
/** Names of the teams. Each has a group, and a stack of the same name that declares what is in it. */
const teams = config.requireObject<string[]>("teams");

const groups = teams.map(
  (name) =>
    [name, new platform.Group(name, { parentUid: organization, description: `What the ${name} team owns` })] as const,
);

// A role belongs to the whole organisation. A team's stack binds it in the team's group, and nowhere else.
const deployer = new platform.Role("deployer", {
  parentUid: organization,
  description: "Pushes images and reads what is there",
  capabilities: ["CAP_REPO_CREATE", "CAP_REPO_LIST", "CAP_REPO_UPDATE", "CAP_TAG_LIST", "CAP_IAM_GROUPS_LIST"],
});

/** uids for the teams' stacks, by name. */
export const teamGroups = Object.fromEntries(groups.map(([name, group]) => [name, group.id]));
export const roles = { deployer: deployer.id, viewer: platform.getRoleOutput({ name: "viewer" }).uid };
