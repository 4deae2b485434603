import { join } from "node:path";
import { githubActionsSubject, gitlabClaims, gitlabSubject } from "../../src/program/components/subjects";
import { startEditingProxy } from "../support/editing-proxy";
import { succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import { readPage } from "../support/pages";
import { PROGRAM_PROCESS, Stack } from "../support/stack";
import { copyIn } from "../support/workspace";
import type { SuiteEngine } from "./describe-engine";

/** The platform as the jobs of the example for CI reach it: with the example's identities for them, and an issuer of its own. */
export interface CiPlatform {
  /** uid of the identity that only reads. */
  readonly reader: string;
  /** How often the issuer has exchanged a token. */
  readonly exchanges: number;
  /** The settings of the platform that a job has, as the recipe sets them; `section` is the job in the recipe. */
  settingsOf(job: string, section: string): Promise<Record<string, string>>;
  /** Signs the ID token of the job that runs. */
  idToken(audience: string): Promise<string>;
  close(): Promise<void>;
}

const issuer = "https://token.ci.example.com";
const repository = { owner: "acme", repo: "access", ids: { owner: 11, repo: 22 } };
const project = { projectPath: "acme/access", refType: "branch" } as const;
const onMain = { ref: "refs/heads/main" };
const main = gitlabSubject({ ...project, ref: "main" });

/** What the tokens of jobs say. */
const systems = {
  github: {
    recipe: "examples/ci/github/.github/workflows/platform.yml",
    subjectOf: (job: string) =>
      githubActionsSubject({ ...repository, ...(job === "review" ? { pullRequest: true } : onMain) }),
    claimsOf: () => ({}),
  },
  gitlab: {
    recipe: "examples/ci/gitlab/.gitlab-ci.yml",
    subjectOf: (job: string) => (job === "review" ? gitlabSubject({ ...project, ref: "a-change" }) : main),
    claimsOf: (job: string) => gitlabClaims({ projectId: 22, isProtected: job !== "review" }),
  },
};

/** Deploys the program of the identities beside that of the stack, into the same backend, as an owner does. Returns its outputs. */
async function deployIdentities({ stack, workspace, root }: SuiteEngine, host: string, audience: string) {
  const directory = join(workspace.directory, "identities");
  copyIn(workspace.directory, "examples/ci/identities", "identities");
  const environment = {
    ...stack.environment,
    ...PROGRAM_PROCESS,
    NODE_OPTIONS: "",
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  const identities = new Stack({ directory, pulumi: stack.options.pulumi, environment });
  succeeded(await identities.init("--secrets-provider", SECRETS_PROVIDER));
  const of = { repository: "acme/access", repositoryId: "22", ownerId: "11" };
  for (const [name, value] of Object.entries({ organization: root, audience, host, issuer, ...of }))
    succeeded(await identities.run(["config", "set", name, value]));
  succeeded(await identities.up());
  return identities.outputs();
}

export async function startCiPlatform(system: keyof typeof systems, engine: SuiteEngine): Promise<CiPlatform> {
  const { emulator } = engine;
  const { recipe, subjectOf, claimsOf } = systems[system];
  const proxy = await startEditingProxy(emulator.url);
  let exchanges = 0;
  proxy.edit = (body) => {
    exchanges += 1;
    return body;
  };
  const { readerUid, deployerUid } = await deployIdentities(engine, system, proxy.url);
  const variables: Readonly<Record<string, string>> = {
    PLATFORM_BASE_URL: emulator.url,
    PLATFORM_ISSUER_URL: proxy.url,
    PLATFORM_READER: String(readerUid),
    PLATFORM_DEPLOYER: String(deployerUid),
  };
  let running = "";
  const idToken = (audience: string) =>
    emulator.idToken({ issuer, subject: subjectOf(running), audience, claims: claimsOf(running) });

  return {
    reader: String(readerUid),
    get exchanges() {
      return exchanges;
    },
    async settingsOf(job, section) {
      running = job;
      const text = readPage(recipe);
      if (system === "github") {
        const lines = `${text.slice(0, text.indexOf("\njobs:"))}\n${section}`;
        const set = [...lines.matchAll(/^ +(PLATFORM_\w+): \$\{\{ vars\.(\w+) \}\}$/gm)];
        return Object.fromEntries(set.map(([, name, variable = ""]) => [name, variables[variable] ?? ""]));
      }
      // On GitLab, jobs have all variables of the project.
      const [, identity = ""] = /PLATFORM_IDENTITY: \$(\w+)/.exec(section) ?? [];
      const [, audience = ""] = /PLATFORM_ID_TOKEN:\n +aud: \$(\w+)/.exec(text) ?? [];
      const PLATFORM_ID_TOKEN = await idToken(variables[audience] ?? "");
      return { ...variables, PLATFORM_IDENTITY: variables[identity] ?? "", PLATFORM_ID_TOKEN };
    },
    idToken,
    close: () => proxy.close(),
  };
}
