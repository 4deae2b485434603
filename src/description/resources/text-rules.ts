import type { TextRule } from "../spec/types";

/** Name of a role or an account association (platform API: IAM-2). */
export const plainName: TextRule = {
  pattern: /^[a-z0-9 ._-]{1,}$/,
  says: 'must be lower-case letters, digits, spaces, ".", "_" and "-"',
};

/** Name of a group, an identity or an identity provider (platform API: IAM-2). */
export const properName: TextRule = {
  ...plainName,
  usual: { pattern: /^.{3,63}$/, says: "should be 3 to 63 characters, because the platform may refuse others" },
};

/** A description. White space is that of RE2, the platform's pattern language, which is less than JavaScript's (platform API: IAM-2). */
export const oneLine: TextRule = {
  pattern: /^[^\t\n\f\r]{0,512}$/u,
  source: "^[\\S ]{0,512}$",
  says: "must be one line of at most 512 characters, without tabs",
};

/** Name of a repo, a path of the OCI distribution specification (platform API: REG-1). */
export const repoName: TextRule = {
  pattern: /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/,
  says:
    'must be lower-case letters and digits, in parts joined by ".", "_", "__" or dashes, and by "/" for a path, ' +
    "like team/web-app",
};

/** Name of a tag (platform API: REG-7). */
export const tagName: TextRule = {
  pattern: /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/,
  says: 'must be at most 128 letters, digits, ".", "_" and "-", and begin with a letter, a digit or "_"',
};

/** An alias of a repo (platform API: REG-8). */
export const imageWithTag: TextRule = {
  pattern: /^[a-zA-Z0-9_.\-/]*[a-zA-Z0-9_.-]:[a-zA-Z0-9_.-]+$/,
  source: "^[a-zA-Z0-9_.\\-/]*[a-zA-Z0-9_.\\-]:[a-zA-Z0-9_.\\-]+$",
  says: "must be an image with its tag, like team/web:latest",
};

/** Name of a file in an image (platform API: REG-10). */
export const fileName: TextRule = {
  pattern: /^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u,
  says: "must be a file name without a slash, and must not begin with a dot",
};

/** Address of a package repository for images at run time (platform API: REG-10). */
export const publicAddress: TextRule = {
  pattern: new RegExp(
    "^https://(?!(?:localhost|0\\.|10\\.|127\\.|169\\.254\\.|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.|" +
      "\\[(?:::1?\\]|f[cd]|fe[89ab])|[^/?#:]+\\.(?:internal|local|localhost)(?:[/?#:]|$)))[^\\s@]+$",
    "i",
  ),
  says: "must be an https URL of a public host",
};

const onePem = (label: string): RegExp => {
  const rest = "(?:(?!-----BEGIN )[^])*";
  return new RegExp(`^${rest}-----BEGIN ${label}-----${rest}-----END ${label}-----${rest}$`);
};

/** Key of a package repository (platform API: REG-10). */
export const onePublicKey: TextRule = {
  pattern: onePem("PUBLIC KEY"),
  says: "must be exactly one PEM block, PUBLIC KEY",
};

/** Certificate that an image trusts (platform API: REG-10). */
export const oneCertificate: TextRule = {
  pattern: onePem("CERTIFICATE"),
  says: "must be exactly one PEM block, CERTIFICATE",
};

/** A secret. One with NUL was recorded after a failed update (src/core/verbs/update.ts), and only the program knows the right one. */
export const knownSecret: TextRule = {
  pattern: /^[^\0]*$/,
  source: "",
  says: "is unknown since a failed update. Give it in the program, without ignoreChanges",
};

/** Bundles of repos and tags. The platform may add more (platform API: REG-9). */
export const bundles = [
  "application",
  "base",
  "byol",
  "ai",
  "ai-gpu",
  "featured",
  "fips",
  "commercial",
  "emeritoss",
] as const;
