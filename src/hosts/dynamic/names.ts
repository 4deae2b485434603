/** Names by which Pulumi and its states know the resources of the dynamic host. They never change. */

/** The package of dynamic resources. */
export const DYNAMIC_PACKAGE = "pulumi-nodejs";

/** The program that hosts dynamic providers. It comes from a project's `node_modules`. */
export const HOST_PROGRAM = "pulumi-resource-pulumi-nodejs";

/** What the type of each resource starts with. Its kind follows, `iam:Group`. */
export const TYPE_PREFIX = `${DYNAMIC_PACKAGE}:dynamic/platform/`;

/** The type of a `PullToken`'s signed token. It has another prefix, because it is no object of the platform. */
export const SIGNED_TOKEN_TYPE = `${DYNAMIC_PACKAGE}:dynamic/platform-local:SignedToken`;

/** Name of the property with the text that loads the provider. */
export const PROVIDER = "__provider";

/** The text that loads the provider of a kind. It is the same in every release, and runs the installed version of this package. */
export const providerText = (kind: string): string =>
  `exports.handler=()=>require("pulumi-platform/provider").dynamic("${kind}")`;
