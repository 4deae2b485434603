import type { CommandDeclaration, CommandGroup, OptionDeclaration, OutputFormat } from "../../declaration";
import { type CallerFlags, callerOptions, type StackChoice, stackOptions } from "../../stack/options";

export const access: CommandGroup = {
  name: "access",
  summary: "Shows who has which access and why, and what a pending change would alter.",
};

const preview = {
  flags: "--preview",
  description: "show only what the pending change of the stack would alter",
  default: false,
} as const satisfies OptionDeclaration;
const identity = { name: "identity", description: "uid, name, or path like acme/team-a/deploy" };
const capability = { name: "capability", description: "name of a capability, such as CAP_REPO_LIST" };
const group = { name: "group", description: "uid, name, or path like acme/team-a" };
const on = {
  flags: "--on <group>",
  description: `only this group: ${group.description}`,
} as const satisfies OptionDeclaration;

export type AccessFlags = StackChoice & CallerFlags & { readonly output: OutputFormat };

const settings = [...stackOptions, ...callerOptions] as const;
const reports = ["table", "wide", "json", "markdown", "csv"] as const;
const unknown = "the result may be incomplete: no access, no response, or objects that the token cannot see";

const listExits = {
  0: "the list is complete, invites, default roles and mappings included; with --preview: access does not change",
  1: unknown,
  2: "with --preview: access changes",
} as const;

export const whoCan = {
  name: "access who-can",
  summary: "Lists the identities that have a capability, and the role bindings that give it.",
  arguments: [capability],
  options: [on, preview, ...settings],
  outputs: reports,
  examples: [
    { call: "access who-can CAP_REPO_DELETE", shows: "who can delete repos, in any group", ends: 0 },
    {
      call: "access who-can CAP_REPO_DELETE --on acme/team-a",
      shows: "who can delete repos in one group, inherited or not",
      ends: 0,
    },
    {
      call: "access who-can CAP_REPO_DELETE --preview --stack dev",
      shows: "who gains or loses it by the pending change of a stack",
      ends: 2,
    },
  ],
  exits: listExits,
} as const satisfies CommandDeclaration;

export const list = {
  name: "access list",
  summary: "Lists the roles of an identity, the groups where it has them, and their capabilities.",
  arguments: [{ ...identity, description: `${identity.description}; default: all identities`, isOptional: true }],
  options: [preview, ...settings],
  outputs: [...reports, "html"],
  examples: [
    { call: "access list deploy", shows: "the access of one identity", ends: 0 },
    { call: "access list -o html", shows: "the most dangerous access first, as a page to write to a file", ends: 0 },
    { call: "access list -o csv", shows: "every role binding of every identity, for a spreadsheet", ends: 0 },
    {
      call: "access list --preview --stack dev -o markdown",
      shows: "what each identity gains and loses, as a comment on a pull request",
      ends: 2,
    },
  ],
  exits: listExits,
} as const satisfies CommandDeclaration;

export const why = {
  name: "access why",
  summary: "Shows the role bindings that give an identity a capability in a group.",
  arguments: [identity, capability, group],
  options: settings,
  outputs: reports,
  examples: [
    { call: "access why deploy CAP_REPO_LIST acme/team-a/web", shows: "why deploy can list repos in web", ends: 0 },
    {
      call: "access why deploy CAP_REPO_DELETE acme",
      shows: "for scripts: exits with 2 if deploy cannot delete repos",
      ends: 2,
    },
  ],
  exits: {
    0: "the identity has the capability there",
    1: unknown,
    2: "the identity does not have it there",
  },
} as const satisfies CommandDeclaration;
