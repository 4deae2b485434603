import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator";
import { readPage } from "./pages";

const issuer = "https://token.ci.example.com";
const subject = "repo:acme@11/platform@22:ref:refs/heads/main";
const VERBS = ["CREATE", "LIST", "UPDATE", "DELETE"];

/** What a page recommends for a program: a built-in role, or the capabilities of a role of one's own. */
export interface Recommended {
  readonly builtIn?: string;
  readonly capabilities: readonly string[];
  /** A built-in role in the organization of public images. */
  readonly inSource?: string;
}

/** The role that docs/identities-for-ci.md recommends for the job that deploys a program. */
export function recommendedFor(program: string): Recommended {
  const rows = readPage("docs/identities-for-ci.md").matchAll(/^\| (\[.*\]\(\.\.\/.*\)) \| (.*) \|$/gm);
  const row = [...rows].find(([, programs = ""]) => programs.includes(`(../${program}`));
  assert.ok(row, `the page has no role for ${program}`);
  const [own = "", inSource] = (row[2] ?? "").split(" in the organization that is mirrored")[0]?.split(", and ") ?? [];
  const names = [...own.matchAll(/`([\w.*]+)`/g)].map(([, name = ""]) => name);
  const capabilities = names
    .filter((name) => name.startsWith("CAP_"))
    .flatMap((name) => (name.endsWith("*") ? VERBS.map((verb) => name.replace("*", verb)) : [name]));
  const builtIn = names.find((name) => !name.startsWith("CAP_"));
  const source = inSource?.replaceAll("`", "");
  return {
    capabilities,
    ...(builtIn === undefined ? {} : { builtIn }),
    ...(source === undefined ? {} : { inSource: source }),
  };
}

/** A role in the root group, a built-in one or a new one. Returns its uid. */
export function roleFor(emulator: Emulator, { builtIn, capabilities }: Recommended): string {
  if (builtIn === undefined) {
    const name = `customer-${emulator.list("iam:Role").length}`;
    return String(emulator.put("iam:Role", emulator.organization.uid, { name, capabilities }).uid);
  }
  const found = emulator.list("iam:Role").find(({ name }) => name === builtIn);
  assert.ok(found, builtIn);
  return String(found.uid);
}

/** The environment of a job that acts as a new identity of the root group with the recommended role. It has no token but the job's ID token. */
export async function customerFor(emulator: Emulator, recommended: Recommended): Promise<Record<string, string>> {
  const root = emulator.organization.uid;
  const name = `customer-${emulator.list("iam:Identity").length}`;
  const identityUid = String(emulator.put("iam:Identity", root, { name, claimMatch: { issuer, subject } }).uid);
  const bind = (group: string, role: Recommended) =>
    emulator.put("iam:RoleBinding", group, { identityUid, roleUid: roleFor(emulator, role) });
  bind(root, recommended);
  if (recommended.inSource !== undefined) {
    const [source] = emulator.list("iam:Group").filter(({ name: found }) => found === emulator.publicOrganization);
    bind(String(source?.uid), { builtIn: recommended.inSource, capabilities: [] });
  }
  const audience = new URL(emulator.url).host;
  return {
    ...emulator.environment,
    PLATFORM_TOKEN: "",
    PLATFORM_REGISTRY_TOKEN: "",
    PLATFORM_ISSUER_URL: emulator.url,
    PLATFORM_IDENTITY: identityUid,
    PLATFORM_ID_TOKEN: await emulator.idToken({ issuer, subject, audience, expiresInSeconds: 3600 }),
  };
}

const KINDS = ["iam:Group", "iam:Identity", "iam:Role", "iam:RoleBinding", "iam:IdentityProvider", "iam:GroupInvite"];
const CONTENTS = ["registry:Repo", "registry:Tag", "events:Subscription"];

export const everything = (emulator: Emulator): string[] =>
  [...KINDS, ...CONTENTS].flatMap((kind) => emulator.list(kind).map(({ uid }) => `${kind} ${uid}`)).sort();
