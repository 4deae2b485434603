/**
 * Programs that must compile, and lines that must not: the compiler checks this file (`npm run check`), nothing runs it.
 */
import { type Output, output } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const expectTrue = <T extends true>(): T | undefined => undefined;

const group = new platform.Group("team", { parentUid: "org", description: output("later") }, { protect: true });

// Outputs are typed; what every answer has is not undefined.
expectTrue<Equal<typeof group.createTime, Output<string>>>();
expectTrue<Equal<typeof group.description, Output<string | undefined>>>();
const binding = new platform.RoleBinding("b", { parentUid: group.id, identityUid: "i", roleUid: "r" });
binding.role.apply((role) => role.name.toUpperCase());
binding.role.name.apply((name) => name.toUpperCase());

// Any part of an input may be an Output.
new platform.Identity("ci", {
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

// @ts-expect-error the parent is required
new platform.Group("team", { description: "d" });
// @ts-expect-error an output is no input
new platform.Group("team", { parentUid: "org", createTime: "2026-01-01T00:00:00Z" });
// @ts-expect-error a misspelt input
new platform.Group("team", { parentUid: "org", descripton: "d" });
// @ts-expect-error a name that the enum does not have
new platform.Repo("web", { parentUid: "org", catalogTier: "BASE" });
// @ts-expect-error a capability that does not exist
new platform.Role("r", { parentUid: "org", capabilities: ["repo.list"] });
// @ts-expect-error what only the server sets, inside a message
new platform.Repo("web", { parentUid: "org", syncConfig: { source: "a/b", gracePeriod: true } });
// @ts-expect-error a misspelt filter would list everything
void platform.getAdvisories({ artifactName: "curl" });
// @ts-expect-error the name is required
void platform.getRole({});
// @ts-expect-error outputs cannot be assigned
group.createTime = output("x");
