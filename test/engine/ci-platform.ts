import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator";
import {
  githubActionsSubject,
  gitlabClaims,
  gitlabSubject,
  gitlabSubjectPattern,
  subjectsPattern,
} from "../../src/program/components/subjects";
import { startEditingProxy } from "../support/editing-proxy";
import { readPage } from "../support/pages";

/** The platform as the jobs of the example for CI reach it: with identities for them, and an issuer of its own. */
export interface CiPlatform {
  /** How often the issuer has exchanged a token. */
  readonly exchanges: number;
  /** The settings of the platform that a job has, as the recipe sets them; `section` is the job in the recipe. */
  settingsOf(job: string, section: string): Promise<Record<string, string>>;
  /** Signs the ID token of the job that runs. */
  idToken(audience: string): Promise<string>;
  close(): Promise<void>;
}

const repository = { owner: "acme", repo: "access", ids: { owner: 11, repo: 22 } };
const project = { projectPath: "acme/access", refType: "branch" } as const;
const onMain = { ref: "refs/heads/main" };
const main = gitlabSubject({ ...project, ref: "main" });

/** What the tokens of jobs say, and which tokens the identities accept, as examples/ci/identities has it. */
const systems = {
  github: {
    recipe: "examples/ci/github/.github/workflows/platform.yml",
    subjectOf: (job: string) =>
      githubActionsSubject({ ...repository, ...(job === "review" ? { pullRequest: true } : onMain) }),
    claimsOf: () => ({}),
    looking: subjectsPattern(
      githubActionsSubject({ ...repository, ...onMain }),
      githubActionsSubject({ ...repository, pullRequest: true }),
    ),
    deploying: { subject: githubActionsSubject({ ...repository, ...onMain }) },
  },
  gitlab: {
    recipe: "examples/ci/gitlab/.gitlab-ci.yml",
    subjectOf: (job: string) => (job === "review" ? gitlabSubject({ ...project, ref: "a-change" }) : main),
    claimsOf: (job: string) => gitlabClaims({ projectId: 22, isProtected: job !== "review" }),
    looking: gitlabSubjectPattern(project),
    deploying: { subject: main, claims: gitlabClaims({ projectId: 22, isProtected: true }) },
  },
};

/** The capabilities of the role that the example gives to the identity that deploys. */
const deploying = [...readPage("examples/ci/identities/index.ts").matchAll(/"(CAP_\w+)"/g)].map(([, name]) => name);

export async function startCiPlatform(system: keyof typeof systems, emulator: Emulator): Promise<CiPlatform> {
  const { recipe, subjectOf, claimsOf, looking, deploying: deployer } = systems[system];
  const issuer = "https://token.ci.example.com";
  const proxy = await startEditingProxy(emulator.url);
  let exchanges = 0;
  proxy.edit = (body) => {
    exchanges += 1;
    return body;
  };
  const root = emulator.organization.uid;
  assert.ok(deploying.length > 5);
  const role = emulator.put("iam:Role", root, { name: "ci-deploy", capabilities: deploying });
  const viewer = emulator.list("iam:Role").find(({ name }) => name === "viewer");
  const identityOf = (name: string, roleUid: unknown, claimMatch: object) => {
    const match = { issuer, audience: proxy.url, ...claimMatch };
    const identityUid = String(emulator.put("iam:Identity", root, { name, claimMatch: match }).uid);
    emulator.put("iam:RoleBinding", root, { identityUid, roleUid });
    return identityUid;
  };
  const variables: Readonly<Record<string, string>> = {
    PLATFORM_BASE_URL: emulator.url,
    PLATFORM_ISSUER_URL: proxy.url,
    PLATFORM_READER: identityOf("ci-reader", viewer?.uid, { subjectPattern: looking }),
    PLATFORM_DEPLOYER: identityOf("ci-deployer", role.uid, deployer),
  };
  let running = "";
  const idToken = (audience: string) =>
    emulator.idToken({ issuer, subject: subjectOf(running), audience, claims: claimsOf(running) });

  return {
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
