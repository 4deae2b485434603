import { RegistryError } from "../errors";
import { asBearer } from "../layers/authorized";
import type { Secret } from "../secret";

export type Way = {
  readonly says: string;
} & (
  | { readonly carries: "own"; readonly header: (token: Secret) => string }
  /** The request carries a token that `/token` issues for the repository. Without a header, the caller is anonymous there. */
  | { readonly carries: "issued"; readonly header?: (token: Secret) => string }
);

const TOKEN_USER = "_token";
const asBasic = (token: Secret): string => `Basic ${Buffer.from(`${TOKEN_USER}:${token.reveal()}`).toString("base64")}`;

/** The way for a user name and a password. */
export const BASIC: Way = { carries: "issued", header: asBasic, says: "with the token at /token as Basic" };

/** The ways for a caller with a token, in the order of the attempts (platform API: HIST-5). */
export const IDENTIFIED: readonly Way[] = [
  { carries: "own", header: asBearer, says: "with the token in the request itself" },
  BASIC,
  { carries: "issued", header: asBearer, says: "with the token at /token as Bearer" },
];

/** The way for callers without a token (platform API: HIST-4). */
export const ANONYMOUS: Way = { carries: "issued", says: "without the token" };

export interface Refused {
  readonly way: Way;
  readonly error: RegistryError;
}

/**
 * Returns one error for one or more refused ways. It shows the most useful refusal, and lists the others. A 403 is more
 * useful than a 401, because the registry understood the token. Anonymous callers are refused every private image.
 */
export function refusalOf(refused: readonly Refused[]): RegistryError {
  const [first = refused[0], ...others] = [...refused].sort((a, b) => rank(a) - rank(b));
  if (first === undefined) throw new Error("no way was tried");
  if (others.length === 0) return first.error;
  const { message, reason, http } = first.error;
  const list = others.map(({ way, error }) => `${way.says} (HTTP ${error.http})`).join(", ");
  return new RegistryError(`${message}. The registry also refused the request ${list}`, reason, http);
}

const rank = ({ way, error }: Refused): number => (way === ANONYMOUS ? 2 : error.http === 403 ? 0 : 1);
