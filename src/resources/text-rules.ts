import type { TextRule } from "../spec/types";

/** Name of a group, an identity or an identity provider (platform API: IAM-2). */
export const properName: TextRule = {
  pattern: /^[a-z0-9 ._-]{3,63}$/,
  source: "^[a-z0-9 ._-]{1,}$",
  says: 'must be 3 to 63 characters: lower-case letters, digits, spaces, ".", "_" and "-"',
};

/** Name of a role or an account association (platform API: IAM-2). */
export const plainName: TextRule = {
  pattern: /^[a-z0-9 ._-]{1,}$/,
  says: 'must be lower-case letters, digits, spaces, ".", "_" and "-"',
};

/** A description. RE2, in which the platform writes its patterns, counts as white space less than JavaScript (platform API: IAM-2). */
export const oneLine: TextRule = {
  pattern: /^[^\t\n\f\r]{0,512}$/u,
  source: "^[\\S ]{0,512}$",
  says: "must be one line of at most 512 characters, without tabs",
};

/** Name of a repo: a path of the OCI distribution specification (platform API: REG-1). */
export const repoName: TextRule = {
  pattern: /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/,
  says:
    'must be lower-case letters and digits, in parts joined by ".", "_", "__" or dashes, and by "/" for a path, ' +
    "like team/web-app",
};

/** Name of a tag (platform API: REG-7). */
export const tagName: TextRule = {
  pattern: /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/,
  source: "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$",
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
  says: "must be the plain name of a file: no slash, and no dot at its beginning",
};

/** Bundles of repos. The platform adds to them (platform API: REG-9). */
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
