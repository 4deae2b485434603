import type { Emulator, Reply } from "./local";

export const AUD = "https://api.example.com";
export const CI = { issuer: "https://ci.example.com", subject: "repo:acme/app", audience: "ci" } as const;
export const EXCHANGE = `POST /sts/exchange?aud=${encodeURIComponent(AUD)}`;
/** An exchange for the identity that was made last. */
export const exchangeIn = ({ list }: Emulator): string => `${EXCHANGE}&identity=${list("iam:Identity").at(-1)?.uid}`;
export const NO_MATCH = [401, 16, "no identity matches the token"];

export type Match = Readonly<Record<string, unknown>>;

export const makeIdentity = ({ put, organization }: Emulator, match: Match): string =>
  String(put("iam:Identity", organization.uid, { name: "ci", ...match }).uid);

/** The claims of a token, by its middle part. */
export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

export const claimsOf = ({ body }: Reply): Record<string, unknown> => claimsIn(String(body.token));

/** A signature that is none. */
export const spoiled = (token: string): string => `${token.slice(0, token.lastIndexOf(".") + 1)}${"A".repeat(86)}`;
