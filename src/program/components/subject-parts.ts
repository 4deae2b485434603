import { ConfigurationError } from "../../client/api/errors";

/** Pattern of a part of a subject, an issuer or another claim, and its description. */
export interface Form {
  readonly pattern: RegExp;
  readonly says: string;
}

/** A name without separators, white space or wildcards. */
export const NAME: Form = {
  pattern: /^[A-Za-z0-9._-]+$/,
  says: `must be a name of letters, digits, ".", "_" and "-", without slashes`,
};
export const NUMBER: Form = { pattern: /^\d{1,19}$/, says: "must be a number" };
export const REF: Form = {
  pattern: /^refs\/(heads|tags)\/[^\s*?[\\^~:]+$/,
  says: "must be a full ref without wildcards, like refs/heads/main or refs/tags/v1.2",
};
export const SHORT_REF: Form = {
  pattern: /^[^\s*?[\\^~:]+$/,
  says: "must be the name of a branch or tag without wildcards, like main or v1.2",
};
/** A name without line ends and other control characters. */
export const ONE_LINE: Form = { pattern: /^\P{Cc}+$/u, says: "must be one line of text" };
export const PROJECT_PATH: Form = {
  pattern: /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/,
  says: "must be a path of groups and project, like acme/web",
};
export const COMMIT: Form = { pattern: /^[0-9a-f]{40}$/, says: "must be 40 lower-case hex digits" };
export const STEP: Form = {
  pattern: /^[A-Za-z0-9._:-]*$/,
  says: `must be a key of letters, digits, ".", "_", ":" and "-"`,
};
export const LABEL: Form = {
  pattern: /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
  says: `must be a name of lower-case letters, digits, "." and "-", with a letter or digit at both ends`,
};
export const UUID: Form = {
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  says: "must be a UUID in lower case without braces, like 01234567-89ab-cdef-0123-456789abcdef",
};
export const ACCOUNT: Form = { pattern: /^\d{12}$/, says: "must be the 12 digits of an account number" };
export const ROLE: Form = {
  pattern: /^[\w+=,.@-]+(\/[\w+=,.@-]+)*$/,
  says: "must be the name of a role, with its path if it has one, like deploy or ci/deploy",
};
export const HTTPS: Form = {
  pattern: /^https:\/\/[A-Za-z0-9.-]+(:\d+)?(\/[A-Za-z0-9._~/-]*)?$/,
  says: "must be an https URL without user, query and fragment",
};

/** Returns a part that matches its form. Throws ConfigurationError for any other value. */
export function part(what: string, value: string, { pattern, says }: Form): string {
  if (typeof value !== "string" || !pattern.test(value)) throw new ConfigurationError(`${what} ${says}`);
  return value;
}

/** Returns an RE2 pattern that matches a text exactly. */
export const escaped = (text: string): string => text.replace(/[.+()|[\]{}^$\\*?]/g, "\\$&");
