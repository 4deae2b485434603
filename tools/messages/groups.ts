/** When messages come up, in the order of the page. The longest beginning of a path that fits decides. */
export const groups: readonly {
  readonly title: string;
  readonly when: string;
  readonly files: readonly string[];
}[] = [
  {
    title: "Settings and credentials",
    when: "The settings are read before anything is sent. [Configuration](configuration.md) describes them all.",
    files: [
      "src/api/connection/",
      "src/api/credentials/",
      "src/connect.ts",
      "src/credentials.ts",
      "src/pulumi/missing-settings.ts",
      "src/pulumi/provider-instance.ts",
      "src/pulumi/stack-settings.ts",
      "src/settings.ts",
    ],
  },
  {
    title: "Reaching the platform",
    when: "A request failed, or its response cannot come from the platform. Every command can print these. Where an address may be wrong, the message also names the setting to check.",
    files: ["src/api/", "src/wire/", "src/core/handle.ts"],
  },
  {
    title: "Inputs",
    when: "A preview refuses these inputs before anything is sent. [Resources](resources.md) lists every input.",
    files: ["src/components/", "src/local/", "src/resources/", "src/spec/", "src/pulumi/resource-class.ts"],
  },
  {
    title: "Previews and the whole run",
    when: "These concern the run of a program, not a single request.",
    files: ["src/core/", "src/hosts/"],
  },
  {
    title: "Creating and adopting",
    when: "`pulumi up` creates an object, or takes over one that exists.",
    files: [
      "src/core/safety/lost-answer.ts",
      "src/core/texts/existing.ts",
      "src/core/safety/retry-until-visible.ts",
      "src/core/verbs/batch-creates.ts",
      "src/core/verbs/create",
      "src/core/verbs/existing.ts",
      "src/hosts/shared/adoption-preview.ts",
    ],
  },
  {
    title: "Updating",
    when: "`pulumi up` changes an object in place.",
    files: ["src/core/verbs/subresources.ts", "src/core/verbs/update.ts"],
  },
  {
    title: "Deleting and refreshing",
    when: "`pulumi up` or `pulumi destroy` deletes an object, or `pulumi refresh` finds that it no longer exists.",
    files: [
      "src/core/safety/",
      "src/core/verbs/delete.ts",
      "src/core/verbs/import.ts",
      "src/core/verbs/read.ts",
      "src/core/verbs/verbs-of.ts",
    ],
  },
  {
    title: "SCIM tokens and accepted terms",
    when: "The resources `ScimToken` and `TermsAcceptance` work unlike the others.",
    files: ["src/core/special/"],
  },
  {
    title: "Lookups",
    when: "A program calls a function of this package. [Lookups](lookups.md) describes the functions.",
    files: ["src/lookups/", "src/pulumi/ask.ts", "src/hosts/plugin/functions.ts"],
  },
  {
    title: "The command",
    when: "`pulumi-platform` prints these on standard error, each behind `error: `, and exits with 1.",
    files: ["src/cli/"],
  },
  {
    title: "The emulator",
    when: "The emulator or the command that starts it prints these.",
    files: ["src/cli/commands/emulator/", "src/emulator/"],
  },
  {
    title: "Bugs",
    when: "These mean that this package has a bug. Report the message and what you ran.",
    files: [
      "src/cli/commands/access/page.ts",
      "src/cli/organization/read.ts",
      "src/cli/output/",
      "src/core/state/wire.ts",
      "src/lookups/ask.ts",
      "src/pages/",
    ],
  },
];

/** The title of the group that a message of a file belongs to. */
export function groupOf(file: string): string {
  const fitting = groups.flatMap(({ title, files }) =>
    files.filter((start) => file.startsWith(start)).map((start) => ({ title, length: start.length })),
  );
  const [closest] = fitting.toSorted((a, b) => b.length - a.length);
  if (closest === undefined) throw new Error(`${file} belongs to no group of docs/errors.md`);
  return closest.title;
}
