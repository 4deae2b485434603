import { nameOf, type ResourceSpec } from "../../spec/resource";

/** Names by which Pulumi and its states know the resources of the plugin. They never change. */

/** The package of the plugin. */
export const PLUGIN_PACKAGE = "platform";

/**
 * Where the engine looks for a plugin that no path names: nowhere. Without it, it would ask other hosts for a plugin of this name, and
 * whoever has the name there would get the stack's token. It knows no such scheme, so that no request leaves the machine.
 */
export const PLUGIN_DOWNLOAD_URL = "npm://pulumi-platform";

/** The type of a resource, `platform:index:Group`. */
export const pluginToken = (spec: ResourceSpec): string => `${PLUGIN_PACKAGE}:index:${nameOf(spec)}`;

/** The type of a `PullToken`'s signed token. It has another module, because it is no object of the platform. */
export const SIGNED_TOKEN_IN_PLUGIN = `${PLUGIN_PACKAGE}:local:SignedToken`;
