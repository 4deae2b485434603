import { HTTPS, NAME, part, UUID } from "./subject-parts";

/**
 * Issuers (`iss`) of the ID tokens that CI systems and clouds give to their jobs. Services with one issuer have a constant, and
 * services with one issuer per customer have a function. Each function throws ConfigurationError for parts that no such
 * issuer has.
 */

/** Issuer of GitHub Actions on github.com. */
export const githubActionsIssuer = "https://token.actions.githubusercontent.com";

/** Issuer of GitLab CI on gitlab.com. The issuer of another instance is the address of the instance. */
export const gitlabIssuer = "https://gitlab.com";

/** Issuer of Buildkite. */
export const buildkiteIssuer = "https://agent.buildkite.com";

/** Issuer of the pipelines of one Bitbucket workspace, by its name in URLs. */
export const bitbucketIssuer = ({ workspace }: { readonly workspace: string }): string =>
  `https://api.bitbucket.org/2.0/workspaces/${part("workspace", workspace, NAME)}/pipelines-config/identity/oidc`;

/** Issuer of one CircleCI organization, by its id. */
export const circleciIssuer = ({ organizationId }: { readonly organizationId: string }): string =>
  `https://oidc.circleci.com/org/${part("organizationId", organizationId, UUID)}`;

/** Issuer of a Jenkins controller with the OpenID Connect provider plugin, by the controller's address. */
export const jenkinsIssuer = ({ url }: { readonly url: string }): string =>
  `${part("url", url, HTTPS).replace(/\/+$/, "")}/oidc`;

/** Issuer of the service accounts of one GKE cluster. */
export const gkeIssuer = (cluster: {
  readonly project: string;
  readonly location: string;
  readonly cluster: string;
}): string => {
  const path = (["project", "location", "cluster"] as const).map(
    (name) => `${name}s/${part(name, cluster[name], NAME)}`,
  );
  return `https://container.googleapis.com/v1/${path.join("/")}`;
};

/** Issuer of one AWS account (`GetWebIdentityToken`), by the id in the issuer's URL, which the account's settings show. */
export const awsIssuer = ({ issuerId }: { readonly issuerId: string }): string =>
  `https://${part("issuerId", issuerId, UUID)}.tokens.sts.global.api.aws`;

/** Issuer of one Microsoft Entra tenant, by the tenant's id. */
export const azureIssuer = ({ tenantId }: { readonly tenantId: string }): string =>
  `https://login.microsoftonline.com/${part("tenantId", tenantId, UUID)}/v2.0`;
