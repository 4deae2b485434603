export const adoptModes = ["never", "identical", "sameKey"] as const;

/** What a create does with an object of its place and key: refuse it (`never`), take over an equal one (`identical`), or also update (`sameKey`). */
export type AdoptMode = (typeof adoptModes)[number];

export const adoptModeOf = (text: string): AdoptMode | undefined => adoptModes.find((mode) => mode === text);

export const adoptModeText = (origin: string): string => `${origin}: must be never, identical or sameKey`;
