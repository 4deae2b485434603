import { Config, RunError } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

const config = new Config();
/** uid of the organization's root group: `pulumi config set organization <uid>`. */
const organization = config.require("organization");
/** Time of all pinned digests: `pulumi config set pinnedAt 2026-01-01T00:00:00Z`. */
const pinnedAt = config.get("pinnedAt") ?? "2026-01-01T00:00:00Z";
/** Names of artifacts in the mirrored images that must have no open advisory. */
const guarded = config.getObject<string[]>("guarded") ?? [];

/** The organization whose images are mirrored. */
const source = platform.getGroupOutput({ name: config.get("publicOrg") ?? "public-org", inRoot: true });

const mirrors = new platform.Group("mirrors", { parentUid: organization, description: "Copies of public images" });

/**
 * The platform keeps the image itself in sync. The tag belongs to this program, and moves only when `pinnedAt` changes. Of the
 * built-in roles, only `owner` and `registry.push` may write tags.
 */
function mirror(image: string): platform.Tag {
  const repo = new platform.Repo(image, {
    parentUid: mirrors.id,
    // The uid, because the platform stores it. A name would differ from the stored value.
    syncConfig: { source: platform.getRepoOutput({ name: image, childrenOf: source.uid }).uid },
  });
  return new platform.Tag(`${image}-pinned`, {
    parentUid: repo.id,
    name: "pinned",
    digest: platform.getTagDigestOutput({ image, tag: "latest", at: pinnedAt }),
  });
}

const nginx = mirror("nginx");

/** Fails the preview while an advisory about a guarded artifact is open, so that nothing is deployed. */
async function gate(): Promise<number> {
  if (guarded.length === 0) return 0;
  const advisories = await platform.getAdvisories({ artifactNames: guarded });
  const unknown = guarded.filter((name) => !advisories.some(({ artifactName }) => artifactName === name));
  if (unknown.length > 0) throw new RunError(`no advisory is about ${unknown.join(", ")}. Check the names`);
  const open = advisories.filter(platform.isOpenAdvisory);
  if (open.length === 0) return advisories.length;
  const names = open.map(
    ({ advisoryId, artifactName, aliases }) => `${artifactName}: ${advisoryId} (${aliases.join(", ")})`,
  );
  throw new RunError(`${open.length} open advisories:\n  ${[...new Set(names)].join("\n  ")}`);
}

export const pinnedNginx = nginx.digest;
export const checkedAdvisories = gate();
