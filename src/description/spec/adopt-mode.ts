export const adoptModes = ["never", "identical", "sameKey"] as const;

/**
 * What a create does with an existing object that has the same parent and key. `never` refuses it. `identical` takes it over if it matches
 * the program. `sameKey` takes it over and updates it.
 */
export type AdoptMode = (typeof adoptModes)[number];

export const adoptModeOf = (text: string): AdoptMode | undefined => adoptModes.find((mode) => mode === text);

export const adoptModeText = (origin: string): string => `${origin}: must be never, identical or sameKey`;
