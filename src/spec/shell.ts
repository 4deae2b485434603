/** The values of the setting shell: the hosts that can serve the resources. */
export const shells = ["dynamic", "plugin"] as const;

/** Which host serves the resources of a stack: Pulumi's host of dynamic providers, or the plugin of this package. */
export type Shell = (typeof shells)[number];

/** The host that a text names; undefined if it names none. */
export const shellOf = (text: string): Shell | undefined => shells.find((shell) => shell === text);

/** What is wrong with a text that names no host, by where it stands. */
export const shellText = (origin: string): string => `${origin}: must be dynamic or plugin`;

/**
 * Name of an input by which our classes say in which order a replacement goes: whether it creates first. They add it where a create may
 * adopt or take over what it finds. The engine tells a provider neither the option nor, with `--replace`, that it is a replacement. The
 * check takes it out again. Programs without our classes do not say it.
 */
export const CREATES_FIRST = "__createsFirst";
