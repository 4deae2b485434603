import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyOptions, jwtVerify, SignJWT } from "jose";
import type { ExchangedToken, Grants } from "../gateway/route";
import type { EmulatorSettings, IdTokenClaims } from "../options";
import { textsIn } from "./identity-match";

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const ALGORITHM = "ES256";
/** Type in the header of an access token (RFC 9068). ID tokens are signed with the same key and must not pass for one. */
const ACCESS_TOKEN = "at+jwt";
const ISSUER = "https://issuer.platform.example";
const ID_TOKEN_LIFE_S = 300;

/**
 * Creates a private key for the emulator's issuer, by way of bytes. While Node 20 creates a JWK of a generated key, it locks the key. If a
 * garbage collection then frees the job that generated the key, it locks it too, and the process waits for itself forever.
 */
export function makeIssuerKey(): JsonWebKey {
  const { privateKey: key } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  return createPrivateKey({ key, type: "pkcs8", format: "der" }).export({ format: "jwk" });
}

export const randomToken = (): string => randomBytes(24).toString("hex");

/** Returns the fixed token of an identity. Like an access token, it says whose it is. It has no end, and a random signature. */
export function fixedToken(identity: string): string {
  const parts = [
    { alg: ALGORITHM, typ: ACCESS_TOKEN },
    { iss: ISSUER, sub: identity },
  ];
  return [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")), randomToken()].join(".");
}

type Granted = Exclude<ExchangedToken, { readonly complaint: string }>;

type SignedClaims = IdTokenClaims & { readonly audience: string | readonly string[] };

/** Signs and verifies ID tokens (like a CI) and access tokens (like the platform). */
export class Tokens {
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  /** Grants and expiry (in seconds since 1970) of each opaque token. */
  private readonly opaque = new Map<string, { readonly granted: Granted; readonly expiry: number }>();

  /** Grants of each token when it was issued, by its id (`jti`). */
  private readonly frozen = new Map<unknown, Grants>();

  constructor(
    issuerKey: JsonWebKey,
    private readonly settings: Pick<EmulatorSettings, "now" | "tokenForm" | "tokenTtlSeconds">,
  ) {
    this.privateKey = createPrivateKey({ key: issuerKey, format: "jwk" });
    this.publicKey = createPublicKey(this.privateKey);
  }

  jwks(): { keys: JsonWebKey[] } {
    return { keys: [{ ...this.publicKey.export({ format: "jwk" }), alg: ALGORITHM, use: "sig" }] };
  }

  idToken({ issuer, subject, audience, claims = {}, expiresInSeconds = ID_TOKEN_LIFE_S }: SignedClaims) {
    const aud = typeof audience === "string" ? audience : [...audience];
    return this.sign("JWT", { ...claims, iss: issuer, sub: subject, aud }, this.seconds() + expiresInSeconds);
  }

  async accessToken(granted: Granted): Promise<{ token: string; expiry: Date }> {
    const { identity, audiences, grants, ...narrowing } = granted;
    const limits = Object.fromEntries(Object.entries(narrowing).filter(([, values]) => values.length > 0));
    const expiry = this.seconds() + this.settings.tokenTtlSeconds;
    const isOpaque = this.settings.tokenForm === "opaque";
    const jti = randomBytes(8).toString("hex");
    const token = isOpaque
      ? `hk_${randomToken()}`
      : await this.sign(ACCESS_TOKEN, { iss: ISSUER, sub: identity, aud: audiences, jti, ...limits }, expiry);
    if (isOpaque) this.opaque.set(token, { granted, expiry });
    else if (grants !== undefined) this.frozen.set(jti, grants);
    return { token, expiry: new Date(expiry * 1000) };
  }

  /** Returns the content of an access token, or undefined for tokens that this emulator did not issue. */
  async verified(token: string): Promise<ExchangedToken | undefined> {
    const known = this.opaque.get(token);
    if (known !== undefined) return known.expiry > this.seconds() ? known.granted : { complaint: "token expired" };
    if (!JWT.test(token)) return undefined;
    try {
      const { payload } = await jwtVerify(token, this.publicKey, { ...this.checks(), typ: ACCESS_TOKEN });
      const { sub = "", aud, jti, scopes, capabilities } = payload;
      const limits = { scopes: textsIn(scopes), capabilities: textsIn(capabilities) };
      return { identity: sub, audiences: textsIn(aud), grants: this.frozen.get(jti), ...limits };
    } catch (error) {
      return error instanceof errors.JWTExpired ? { complaint: "token expired" } : undefined;
    }
  }

  /** What is wrong with an ID token: its signature or its times. `issuerKeys` is a JSON Web Key Set, if the key is not the emulator's. */
  async complaintAbout(idToken: string, issuerKeys?: string): Promise<string | undefined> {
    try {
      if (issuerKeys === undefined) await jwtVerify(idToken, this.publicKey, this.checks());
      else await jwtVerify(idToken, createLocalJWKSet(keysIn(issuerKeys)), this.times());
      return undefined;
    } catch (error) {
      if (error instanceof errors.JWTExpired) return "token expired";
      if (error instanceof errors.JWTClaimValidationFailed) {
        return error.claim === "nbf" ? "token not yet valid" : `token has no valid ${error.claim}`;
      }
      return "token signature is not valid";
    }
  }

  private sign(typ: string, claims: Readonly<Record<string, unknown>>, expiry: number): Promise<string> {
    return new SignJWT({ ...claims, iat: this.seconds(), exp: expiry })
      .setProtectedHeader({ alg: ALGORITHM, typ })
      .sign(this.privateKey);
  }

  private checks(): JWTVerifyOptions {
    return { ...this.times(), algorithms: [ALGORITHM] };
  }

  private times(): JWTVerifyOptions {
    return { currentDate: this.settings.now(), requiredClaims: ["exp"] };
  }

  private seconds(): number {
    return Math.floor(this.settings.now().getTime() / 1000);
  }
}

/** The library that reads the key set refuses a malformed one. */
const keysIn = (text: string): JSONWebKeySet => JSON.parse(text) as JSONWebKeySet;
