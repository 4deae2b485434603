import { readdirSync } from "node:fs";
import { join } from "node:path";
import { allSettings, providerSettings, settingOf } from "../../src/client/setting-names";
import type { Operation } from "../../src/description/operations/operation";
import { resources } from "../../src/description/resources";
import { isAlwaysReturned, isChanging } from "../../src/description/spec/field-options";
import { isOwnOrganization } from "../../src/description/spec/place";
import { nameOf, type ResourceSpec } from "../../src/description/spec/resource";
import type { Field, Fields, ValueType } from "../../src/description/spec/types";
import { type Comments, commentsOf } from "./comments";
import { isOperation } from "./declarations";
import { type Interface, type Member, Model, type Style, typedChoices } from "./model";

const root = join(__dirname, "..", "..");

/** What the package's named types are made of: every resource, and every answer of a lookup. */

const isAlways = ({ presence, options }: Field) => presence === "required" || isAlwaysReturned(options);

/** What a program gives to a constructor: each input, and each part of one, may be an Output. An optional one may be undefined later. */
export const given: Style = {
  suffix: "Args",
  has: ({ presence }) => presence !== "computed",
  isOptional: ({ presence }) => presence !== "required",
  optional: (type) => type.replace(/^Input<(.*)>$/, "Input<$1 | undefined>"),
  hasChoices: true,
  value: (type, kind) => `${{ message: "NestedInput", choice: "NestedChoice" }[String(kind)] ?? "Input"}<${type}>`,
  int64: "string",
};

/** What a lookup returns. As in lookups/answers.ts. */
export const returned: Style = {
  suffix: "Result",
  has: ({ options }) =>
    !(options.parent || options.clientOnly || options.writeOnly || options.returned === "once" || options.subresource),
  isOptional: (field) => !isAlways(field),
  value: (type) => type,
  int64: "number",
};

/** What a resource has once it is there. A resource that is only read (`get`) has no value that the server changes by itself. */
export const recorded: Style = {
  suffix: "Output",
  sameAs: returned,
  has: ({ options }) => options.copied !== true,
  isOptional: (field) => isChanging(field.options) || (!isAlways(field) && field.options.returned !== "once"),
  value: (type) => type,
  int64: "string",
};

/** What lookups return of a kind of object. */
const OBJECTS: Readonly<Record<string, string>> = {
  "iam:Group": "A group, as the platform returns it.",
  "iam:Identity": "An identity, as the platform returns it.",
  "iam:Role": "A role, as the platform returns it. A built-in role has no parent.",
  "iam:RoleBinding": "A role binding, as the platform returns it, with its identity, group and role.",
  "iam:IdentityProvider":
    "An identity provider, as the platform returns it, without its client secret. `scim` is returned by uid only.",
  "iam:ExternalGroupRoleMapping": "A mapping of a group of an identity provider to a role, as the platform returns it.",
  "iam:GroupInvite": "An invite, as the platform returns it. Its code was shown once, when it was created.",
  "iam:AccountAssociation": "An account association, as the platform returns it.",
  "registry:Repo": "A repo, as the platform returns it. getRepoReadme returns its readme.",
  "registry:Tag": "A tag, as the platform returns it.",
  "events:Subscription": "A subscription, as the platform returns it.",
};

/** What other functions return, without the end `Result` of its name. */
const ANSWERS: Readonly<Record<string, readonly [name: string, comment: string]>> = {
  getTermsAcceptances: ["TermsAcceptance", "That a document of the terms was accepted, by whom and when."],
  setScimEnabled: ["ScimEnabled", "Whether people are provisioned by SCIM."],
  updateIdentityMetadata: ["IdentityMetadata", "What the caller has said about themselves."],
  checkAccountAssociation: ["AccountCheck", "Whether the platform can work with an account."],
  getImageSize: ["ImageSize", "How large an image is."],
  getStigReport: ["StigReport", "The verdicts of a scan of an image on the rules of a STIG."],
  getArtifacts: ["Artifact", "A library of one ecosystem."],
  getArtifactVersions: ["ArtifactVersion", "A version of a library."],
  getArtifactCount: ["EcosystemCount", "How many artifacts an ecosystem has."],
  getAdvisories: ["Advisory", "A vulnerability advisory about one component of one artifact."],
  getAdvisoryDocuments: ["AdvisoryDocument", "All advisories on one package, as the public feed has them."],
  getVulnerabilityMetadata: ["VulnerabilityMetadata", "What is known about a vulnerability, whatever it is in."],
  getResolvedVulnerabilities: ["ResolvedVulnerabilities", "The vulnerabilities that images got rid of on one day."],
  getVulnerabilityCounts: ["VulnerabilityCounts", "How many vulnerabilities an image had on one day."],
};

/** The results of lookups: each by the resource's type or by the function that returns it. */
const RESULTS = [
  ...Object.entries(OBJECTS).map(([from, comment]) => ({ from, name: `${from.split(":")[1]}Result`, comment })),
  ...Object.entries(ANSWERS).map(([from, [name, comment]]) => ({ from, name: `${name}Result`, comment })),
];

export const resultNames: ReadonlyMap<string, string> = new Map(RESULTS.map(({ from, name }) => [from, name]));

/** Every export of a folder of declarations, with its file and name. */
const declared = (folder: string): { readonly file: string; readonly name: string; readonly value: unknown }[] =>
  readdirSync(join(root, folder)).flatMap((entry) => {
    const file = `${folder}/${entry}`;
    const exported = Object.entries(require(join(root, file)) as Record<string, unknown>);
    return exported.map(([name, value]) => ({ file, name, value }));
  });

export interface Declared {
  readonly fields: Fields;
  readonly comments: Comments;
}

let known: ((from: string) => Declared) | undefined;

/** The declaration of a resource's type or of a function's name. The first call takes a second or two: it asks the compiler for the comments. */
export function declarationOf(from: string): Declared {
  known ??= declarations();
  return known(from);
}

function declarations(): (from: string) => Declared {
  const specs = declared("src/description/resources");
  const calls = declared("src/description/operations");
  const find = commentsOf([...new Set([...specs, ...calls].map(({ file }) => file))]);
  return (from) => {
    const spec = specs.find(({ value }) => value === resources[from]);
    if (spec !== undefined) {
      return { fields: (spec.value as ResourceSpec).fields, comments: find(spec.file, spec.name, "fields") };
    }
    const call = calls.find(({ value }) => isOperation(value) && value.functions?.includes(from));
    if (call === undefined) throw new Error(`no declaration is of ${from}`);
    const { answer, returns } = call.value as Operation;
    const comments = find(call.file, call.name, "answer");
    const type = returns === undefined ? undefined : answer[returns]?.type;
    if (returns === undefined || type === undefined) return { fields: answer, comments };
    return { fields: messageIn(type), comments: comments.inside(returns) };
  };
}

function messageIn(type: ValueType): Fields {
  if (type.kind === "list" || type.kind === "map") return messageIn(type.of);
  if (type.kind !== "message") throw new Error(`${type.kind} has no fields`);
  return type.fields;
}

/** A result of lookups. An object's own fields are without `uid` and `parentUid`, which every object has. */
export interface Result extends Declared {
  /** The type of its resource, or the name of its function. */
  readonly from: string;
  readonly name: string;
  readonly comment: string;
  readonly isObject: boolean;
}

export const resultsIn = (): Result[] =>
  RESULTS.map(({ from, name, comment }) => {
    const { fields, comments } = declarationOf(from);
    const isObject = resources[from] !== undefined || from === "getAdvisories";
    const { uid: _, ...others } = fields;
    return { from, name, comment, isObject, fields: isObject ? others : fields, comments };
  });

/** Whether a required input may be left out: the name is then that of the Pulumi resource, an organization the parent's. */
export function isFilledIn(fields: Fields, input: string): boolean {
  const field = fields[input];
  return input === "name" || (field !== undefined && isOwnOrganization(field));
}

export interface Types {
  readonly results: Model;
  readonly inputs: Model;
}

/** The settings of an explicit provider, from the table of settings. */
function providerArgs(): Interface {
  const quoted = allSettings.filter((name) => settingOf(name).isOfMachine).map((name) => `\`${name}\``);
  const machine = `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
  const types: Readonly<Record<string, string>> = { seconds: "string | number", adoptMode: "AdoptMode" };
  return {
    name: "ProviderArgs",
    comment:
      "Settings of a Provider. Give `baseUrl`, and one of `token`, `tokenFile`, `tokenCommand` and `identity`. What is given " +
      "here beats the environment. What is not given is not set: only " +
      `${machine}, which belong to the machine, are then taken from the environment.`,
    members: providerSettings.map((name): Member => {
      const { form, what, secret } = settingOf(name);
      return {
        name: `readonly ${name}`,
        comment: secret === undefined ? what : `${what} It is a secret in the state.`,
        isOptional: name !== "baseUrl",
        type: `Input<${types[form] ?? "string"}>`,
      };
    }),
  };
}

const article = (name: string): string => (/^[AEIO]/.test(name) ? "an" : "a");

export function types(): Types {
  const [results, inputs] = [new Model(), new Model()];
  for (const { name, comment, isObject, fields, comments } of resultsIn()) {
    results.add(isObject ? { name, comment, base: "Entity" } : { name, comment }, fields, comments, returned);
  }
  for (const spec of Object.values(resources)) {
    const { fields, comments } = declarationOf(spec.type);
    const name = nameOf(spec);
    const args = inputs.membersOf(fields, comments, given).map((member) => ({
      ...member,
      isOptional: member.isOptional || isFilledIn(fields, member.name),
    }));
    inputs.put({
      name: `${name}Args`,
      comment: `Inputs of ${article(name)} ${name}.`,
      base: "CommonArgs",
      members: args,
      choices: typedChoices(fields),
    });
    const outputs = results.membersOf(fields, comments, recorded).map(
      ({ type, isOptional, ...member }): Member => ({
        ...member,
        name: `readonly ${member.name}`,
        isOptional: false,
        type: `Output<${type}${isOptional ? " | undefined" : ""}>`,
      }),
    );
    inputs.put({ name: `${name}Outputs`, comment: `Outputs of ${article(name)} ${name}.`, members: outputs });
  }
  inputs.put(providerArgs());
  return { results, inputs };
}
