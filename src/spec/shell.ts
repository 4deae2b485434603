/** The values of the setting shell: the hosts that can serve the resources. */
export const shells = ["dynamic", "plugin"] as const;

/** Which host serves the resources of a stack: Pulumi's host of dynamic providers, or the plugin of this package. */
export type Shell = (typeof shells)[number];

/** The host that a text names; undefined if it names none. */
export const shellOf = (text: string): Shell | undefined => shells.find((shell) => shell === text);

/** What is wrong with a text that names no host, by where it stands. */
export const shellText = (origin: string): string => `${origin}: must be dynamic or plugin`;
