import type { CommandDeclaration, CommandGroup, OptionDeclaration, OutputFormat } from "../../declaration";
import { type CallerFlags, callerOptions, type StackChoice, stackOptions } from "../../stack/options";

/** `pulumi-platform access`: who may do what. */
export const access: CommandGroup = {
  name: "access",
  summary: "Shows who may do what and why, and how a pending change would alter that.",
};

const preview = {
  flags: "--preview",
  description: "show only how the pending change of the stack of --stack or --cwd would alter this",
  default: false,
} as const satisfies OptionDeclaration;
const identity = { name: "identity", description: "its uid, its name, or a path like acme/team-a/deploy" };
const capability = { name: "capability", description: "its name, CAP_REPO_LIST" };
const group = { name: "group", description: "its uid, its name, or a path like acme/team-a" };
const on = {
  flags: "--on <group>",
  description: `only in this group: ${group.description}`,
} as const satisfies OptionDeclaration;

/** What each of these commands finds of its options. */
export type AccessFlags = StackChoice & CallerFlags & { readonly output: OutputFormat };

const previewToo = {
  ...preview,
  description: "also show how the pending change of the stack of --stack or --cwd would alter this",
} as const;
const settings = [...stackOptions, ...callerOptions] as const;
const reports = ["table", "wide", "json", "yaml", "markdown", "csv"] as const;
const lists = [...reports, "name"] as const;
const unknown =
  "something could not be found out: no access, no response, or a list that is refused or may be incomplete";

const changes = "with --preview: something changes";
const listExits = { 0: "the list is complete, or with --preview: nothing changes", 1: unknown, 2: changes } as const;

/** `pulumi-platform access who-can`. */
export const whoCan = {
  name: "access who-can",
  summary: "Lists the identities that have a capability, and by which role bindings.",
  arguments: [capability],
  options: [on, preview, ...settings],
  outputs: lists,
  examples: [
    { call: "access who-can CAP_REPO_DELETE", shows: "anywhere", ends: 0 },
    { call: "access who-can CAP_REPO_DELETE --on acme/team-a", shows: "in one group, inherited or not", ends: 0 },
    {
      call: "access who-can CAP_REPO_DELETE --preview --stack dev",
      shows: "who gains or loses it by the stack's pending change",
      ends: 2,
    },
  ],
  exits: listExits,
} as const satisfies CommandDeclaration;

/** `pulumi-platform access of`. */
export const of = {
  name: "access of",
  summary: "Lists the roles of an identity, where it has them, and what they grant.",
  arguments: [{ ...identity, description: `${identity.description}; every identity when left out`, isOptional: true }],
  options: [preview, ...settings],
  outputs: lists,
  examples: [
    { call: "access of deploy", shows: "all that one identity may do", ends: 0 },
    { call: "access of -o csv", shows: "every role binding of every identity, for a spreadsheet", ends: 0 },
    {
      call: "access of --preview --stack dev -o markdown",
      shows: "what each identity gains and loses by the stack's pending change, as the comment of a pull request",
      ends: 2,
    },
  ],
  exits: listExits,
} as const satisfies CommandDeclaration;

/** `pulumi-platform access why`. */
export const why = {
  name: "access why",
  summary: "Shows which role bindings give an identity a capability in a group.",
  arguments: [identity, capability, group],
  options: [previewToo, ...settings],
  outputs: reports,
  examples: [
    { call: "access why deploy CAP_REPO_LIST acme/team-a/web", shows: "each role binding that gives it", ends: 0 },
    { call: "access why deploy CAP_REPO_DELETE acme", shows: "ends with 2 if nothing gives it, for scripts", ends: 2 },
    {
      call: "access why deploy CAP_REPO_DELETE acme/team-a/web --preview --stack dev",
      shows: "which role bindings give it before and after the stack's pending change",
      ends: 0,
    },
  ],
  exits: {
    0: "it has the capability there, or with --preview: will have it",
    1: unknown,
    2: "it does not have it there",
  },
} as const satisfies CommandDeclaration;

/** `pulumi-platform access graph`. */
export const graph = {
  name: "access graph",
  summary: "Draws groups, identities and the roles that bind them.",
  arguments: [],
  options: [
    { ...on, description: `only what reaches this group or lies in it: ${group.description}` },
    previewToo,
    ...settings,
  ],
  outputs: ["mermaid", "dot", "html", "json", "yaml"],
  examples: [
    { call: "access graph", shows: "as Mermaid, which GitHub and GitLab draw", ends: 0 },
    { call: "access graph --on acme/team-a -o dot", shows: "around one group, for Graphviz", ends: 0 },
    {
      call: "access graph --preview --stack dev",
      shows: "with what the stack's pending change would add and remove",
      ends: 2,
    },
  ],
  exits: {
    0: "everything was read, or with --preview: nothing changes",
    1: unknown,
    2: changes,
  },
} as const satisfies CommandDeclaration;
