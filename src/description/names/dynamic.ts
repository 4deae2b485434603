/** Names that Pulumi and its states use for resources of the dynamic host. They must never change. */

export const DYNAMIC_PACKAGE = "pulumi-nodejs";

/** The program that hosts dynamic providers. A project's `node_modules` contains it. */
export const HOST_PROGRAM = "pulumi-resource-pulumi-nodejs";

/** The prefix of the type of each resource. Its kind follows: `iam:Group`. */
export const TYPE_PREFIX = `${DYNAMIC_PACKAGE}:dynamic/platform/`;

/** The type of a `PullToken`'s signed token. It has another prefix, because the token is not an object of the platform. */
export const SIGNED_TOKEN_TYPE = `${DYNAMIC_PACKAGE}:dynamic/platform-local:SignedToken`;

/** The property with the code that loads the provider. */
export const PROVIDER = "__provider";

/** The code that loads the provider of a kind. It is the same in every release, and runs the installed version of this package. */
export const providerText = (kind: string): string =>
  `exports.handler=()=>require("pulumi-platform/provider").dynamic("${kind}")`;
/** Key of an object that stands for a secret: between program, engine and provider, and in a state (the Pulumi SDK's `specialSigKey`). */
export const SECRET_KEY = "4dabf18193072939515e22adb298388d";
