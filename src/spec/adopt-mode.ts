/** The values of the setting adoptExisting. */
export const adoptModes = ["never", "identical", "sameKey"] as const;

/**
 * What becomes of an object that a create finds under the same parent and key: it is refused (`never`), it is taken over where
 * it is as the program says (`identical`), or it is taken over and brought up to date (`sameKey`).
 */
export type AdoptMode = (typeof adoptModes)[number];

/** The mode that a text names; undefined if it names none. */
export const adoptModeOf = (text: string): AdoptMode | undefined => adoptModes.find((mode) => mode === text);

/** What is wrong with a text that names no mode, by where it stands. */
export const adoptModeText = (origin: string): string => `${origin}: must be never, identical or sameKey`;
