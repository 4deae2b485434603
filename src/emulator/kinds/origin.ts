/** Endings of subpackages, behind the name of the source package that they are built from. */
const SUBPACKAGE = /-(?:dev|doc|libs)$/;

/** The source package of an artifact. */
export const originOf = (artifactName: unknown): string => String(artifactName).replace(SUBPACKAGE, "");
