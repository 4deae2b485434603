export const adoptModes = ["never", "identical", "sameKey"] as const;

/** What a create does with an object of the same parent and key: refuse it, take it over if it is `identical`, or take it over and update it. */
export type AdoptMode = (typeof adoptModes)[number];

export const adoptModeOf = (text: string): AdoptMode | undefined => adoptModes.find((mode) => mode === text);

export const adoptModeText = (origin: string): string => `${origin}: must be never, identical or sameKey`;
