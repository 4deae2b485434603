import { nameOf, type ResourceSpec } from "../spec/resource";

/** Names that Pulumi and its states use for resources of the plugin. They must never change. */

export const PLUGIN_PACKAGE = "platform";

/**
 * Where the engine looks for a plugin without a path: nowhere, because it does not know this scheme. Without it, the engine would ask
 * other hosts for a plugin of this name, and whoever owns the name there would get the stack's token. A setting of the release: whoever
 * publishes archives of the plugin sets their address before the first release, `https://…` or `github://…`.
 */
export const PLUGIN_DOWNLOAD_URL = "npm://pulumi-platform";

/** The type of a resource, `platform:index:Group`. */
export const pluginToken = (spec: ResourceSpec): string => `${PLUGIN_PACKAGE}:index:${nameOf(spec)}`;

/** The type of a `PullToken`'s signed token. It has another module, because the token is not an object of the platform. */
export const SIGNED_TOKEN_IN_PLUGIN = `${PLUGIN_PACKAGE}:local:SignedToken`;
