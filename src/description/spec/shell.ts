/** The values of the setting shell: the hosts that can serve the resources. */
export const shells = ["dynamic", "plugin"] as const;

/** The host of a stack's resources: Pulumi's host of dynamic providers, or the plugin of this package. */
export type Shell = (typeof shells)[number];

export const shellOf = (text: string): Shell | undefined => shells.find((shell) => shell === text);

export const shellText = (origin: string): string => `${origin}: must be dynamic or plugin`;

/**
 * Input by which our classes say whether a replacement creates first. They add it where a create may adopt or take over an object, because
 * the engine does not pass this option to a provider. The check removes it. Programs without our classes do not have it.
 */
export const CREATES_FIRST = "__createsFirst";

/** Key of an object that stands for a secret: between program, engine and provider, and in a state (the Pulumi SDK's `specialSigKey`). */
export const SECRET_KEY = "4dabf18193072939515e22adb298388d";
