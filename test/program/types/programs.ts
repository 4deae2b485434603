/** Programs that must compile, and lines that must not: the compiler checks this file (`npm run check`), nothing runs it. */
import { type Output, output } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const expectTrue = <T extends true>(): T | undefined => undefined;

const group = new platform.Group("team", { parentUid: "org", description: output("later") }, { protect: true });

// Outputs are typed; what every answer has is not undefined.
expectTrue<Equal<typeof group.createTime, Output<string>>>();
expectTrue<Equal<typeof group.description, Output<string | undefined>>>();

// An optional input takes what an optional output, a component's too, is.
new platform.Group("copy", {
  parentUid: "org",
  description: group.description,
  adoptUid: output<string | undefined>("a"),
});
new platform.PullToken("pull", { parentUid: "org", name: group.description, rotate: group.description });
new platform.CiIdentity("ci", {
  ...{ parentUid: "org", issuer: "https://i.example.com", subject: "s", roles: [] },
  ...{ name: group.description, audience: group.description, claims: output<Record<string, string> | undefined>({}) },
});
// @ts-expect-error: a required input does not.
new platform.Group("nowhere", { parentUid: group.description });

const binding = new platform.RoleBinding("b", { parentUid: group.id, identityUid: "i", roleUid: "r" });
binding.role.apply((role) => role.name.toUpperCase());
binding.role.name.apply((name) => name.toUpperCase());

// Any part of an input may be an Output.
new platform.Identity("bot", {
  parentUid: group.id,
  claimMatch: { issuer: output("https://i.example.com"), subject: group.name, claims: output({ a: "b" }) },
});
new platform.Identity("keys", {
  parentUid: group.id,
  claimMatch: output({ issuer: "https://i.example.com", subject: "s" }),
});
new platform.Role("puller", {
  parentUid: group.id,
  capabilities: ["CAP_REPO_LIST", output("CAP_IAM_GROUPS_LIST" as const)],
});
const imported: platform.Repo = platform.Repo.get("web", "org/web");
imported.syncConfig.apply((sync) => sync?.expirationTime);

async function lookups(): Promise<void> {
  const role = await platform.getRole({ name: "viewer" });
  expectTrue<Equal<typeof role.uid, string>>();
  expectTrue<Equal<typeof role.description, string | undefined>>();
  const [advisory] = await platform.getAdvisories({ artifactNames: ["curl"], limit: 1 });
  expectTrue<Equal<typeof advisory, platform.AdvisoryResult | undefined>>();
  const digest: Output<string> = platform.getTagDigestOutput({ image: group.name, tag: "latest" });
  platform.getRoleOutput(output({ name: "viewer" })).uid.apply((uid) => uid.length);
  void digest;
}
void lookups;

async function objects(): Promise<void> {
  // An object by uid or by filters has exactly the fields that the API returns.
  const team = await platform.getGroup({ uid: "org/team" });
  expectTrue<Equal<typeof team.parentUid, string | undefined>>();
  expectTrue<Equal<typeof team.name, string>>();
  const [binding] = await platform.getRoleBindings({ group: "org", orderBy: "created_at desc" });
  binding?.identity.name.toUpperCase();
  const identity = await platform.getIdentity({ issuer: "https://i.example.com", subject: "s" });
  expectTrue<Equal<NonNullable<typeof identity.claimMatch>["issuer"], string | undefined>>();
  const { size } = await platform.getImageSize({ repoUid: "org/web", digest: "sha256:" });
  expectTrue<Equal<typeof size, number>>();
  expectTrue<Equal<Awaited<ReturnType<typeof platform.requestGroupAccess>>, void>>();

  // @ts-expect-error the secret is never returned
  void (await platform.getIdentityProvider({ uid: "org/login" })).oidc.clientSecret;
  // @ts-expect-error the code of an invite was returned once
  void (await platform.getGroupInvite({ keyId: "k" })).code;
}
void objects;

// @ts-expect-error an output is no input
new platform.Group("team", { parentUid: "org", createTime: "2026-01-01T00:00:00Z" });
// @ts-expect-error a capability that does not exist
new platform.Role("r", { parentUid: "org", capabilities: ["repo.list"] });
// @ts-expect-error what only the server sets, inside a message
new platform.Repo("web", { parentUid: "org", syncConfig: { source: "a/b", gracePeriod: true } });
// @ts-expect-error a misspelled filter would list everything
void platform.getAdvisories({ artifactName: "curl" });
// @ts-expect-error beside an origin the platform ignores the names of artifacts
void platform.getAdvisories({ origin: "curl", artifactNames: ["curl"] });
// @ts-expect-error an issuer alone is no token
void platform.getIdentity({ issuer: "https://i.example.com" });
// @ts-expect-error a misspelled filter, in the form for Outputs
platform.getTagsOutput({ repo: group.id });
// @ts-expect-error outputs cannot be assigned
group.createTime = output("x");

// A nested input as a whole: an Output of it, of what may be missing, of whatever; a promise of it.
// biome-ignore lint/suspicious/noExplicitAny: what JSON.parse in an apply gives.
declare const anything: Output<any>;
new platform.Repo("a", { parentUid: "org", syncConfig: imported.syncConfig, customOverlay: imported.customOverlay });
// Of inputs that exclude each other exactly one is given: alone, as an Output, chosen by a condition, or put together.
declare const isPattern: boolean;
declare const recorded: platform.Identity;
const issuer = "https://i.example.com";
const who = isPattern ? { subjectPattern: "s.*" } : { subject: output("s") };
new platform.Identity("j", { parentUid: "org", claimMatch: { issuer, ...who, audience: undefined } });
const match: platform.ClaimMatchArgs = { issuer, subject: "s" };
match.claims = { a: output("b") };
new platform.Identity("k", { parentUid: "org", claimMatch: match });
new platform.Identity("n", { parentUid: "org", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS", claimMatch: undefined });
// @ts-expect-error none of the four
new platform.Identity("r", { parentUid: "org" });
// @ts-expect-error two of the four
new platform.Identity("s", { parentUid: "org", claimMatch: match, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
// @ts-expect-error an issuer and a pattern of issuers
new platform.Identity("t", { parentUid: "org", claimMatch: { issuer, issuerPattern: ".*", subject: "s" } });
// @ts-expect-error neither user nor pattern
new platform.Identity("w", { parentUid: "org", awsIdentity: { awsAccount: "123456789012", arn: "a" } });

// The subject of one kind of runs, and of no two: the second would be dropped.
const web = { owner: "acme", repo: "web", ids: { owner: 1, repo: 2 } };
const runs: platform.GithubActionsRuns = isPattern ? { ref: "refs/heads/main" } : { environment: "prod" };
platform.githubActionsSubject({ ...web, ...runs });
platform.githubActionsSubject({ ...web, pullRequest: true });
// @ts-expect-error a ref and an environment
platform.githubActionsSubject({ ...web, ref: "refs/heads/main", environment: "prod" });
// @ts-expect-error no kind of runs
platform.githubActionsSubject(web);
// @ts-expect-error no pull requests, and nothing else
platform.githubActionsSubject({ ...web, pullRequest: false });

// @ts-expect-error an Output of something else
new platform.Repo("f", { parentUid: "org", syncConfig: output({ sauce: "a/b" }) });
// @ts-expect-error an Output of what has none of the names
new platform.Repo("h", { parentUid: "org", customOverlay: output({ acounts: {} }) });

// Returned once, and kept in the state.
const scimToken: Output<string> = platform.ScimToken.get("token", "org/sso").token;
const code: Output<string> = platform.GroupInvite.get("invite", "org/invite").code;
void [scimToken, code];
