/** The field `repository` of a package.json: an address, npm's short form of one, or an object with an address. */
export type RepositoryField = string | { readonly url: string } | undefined;

/** What npm's short forms stand for. `owner/name` alone is one of them. */
const HOSTS: Readonly<Record<string, string>> = {
  github: "github.com",
  gitlab: "gitlab.com",
  bitbucket: "bitbucket.org",
};

/**
 * The part of the schema that names the repository. The generator for Go makes the import path of it, `<host>/<path>/sdk/go/platform`,
 * and takes `example.com/pulumi-platform` without it.
 */
export function repositoryPart(field: RepositoryField): { readonly repository?: string } {
  const url = typeof field === "object" ? field.url : field;
  if (url === undefined) return {};
  const [, host = "github", path] = url.match(/^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/) ?? [];
  if (path !== undefined) return { repository: `https://${HOSTS[host]}/${path}` };
  const [, place] = url.match(/^(?:(?:git\+)?(?:https?|ssh|git):\/\/)(?:[^@/]*@)?(.+?)(?:\.git)?\/?$/) ?? [];
  if (place === undefined) throw new Error(`package.json: repository must be an https or ssh address, not ${url}`);
  return { repository: `https://${place}` };
}
