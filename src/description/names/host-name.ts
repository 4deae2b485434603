/** The values of the setting shell: the hosts that can serve the resources. */
export const hostNames = ["dynamic", "plugin"] as const;

/** The host of a stack's resources: Pulumi's host of dynamic providers, or the plugin of this package. */
export type HostName = (typeof hostNames)[number];

export const hostNameOf = (text: string): HostName | undefined => hostNames.find((host) => host === text);

export const hostNameText = (origin: string): string => `${origin}: must be dynamic or plugin`;
