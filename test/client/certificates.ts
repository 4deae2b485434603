import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { isIP } from "node:net";

/** A server's certificate and its key, PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** Its own certificate, PEM. */
  readonly ca: string;
  /** A certificate for a host that expires in `days` days; negative means that it has expired. */
  issue(host: string, days: number): Certified;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes an authority with new keys, so that the repository holds no key and no certificate. */
export function newAuthority(name: string): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certificate = (subject: string, publicKey: KeyObject, days: number, extension: Buffer) => {
    const until = Date.now() + days * DAY_MS;
    const body = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))), // version 3
      der(0x02, Buffer.from([1])),
      ecdsaWithSha256,
      nameOf(name),
      sequence(timeOf(Math.min(Date.now(), until) - DAY_MS), timeOf(until)),
      nameOf(subject),
      publicKey.export({ type: "spki", format: "der" }),
      der(0xa3, sequence(extension)),
    );
    const signature = sign("sha256", body, keys.privateKey);
    return pem(sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature)));
  };
  return {
    ca: certificate(name, keys.publicKey, 1, sequence(basicConstraints, yes, der(0x04, sequence(yes)))),
    issue(host, days) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const alternative =
        isIP(host) === 4 ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, text(host));
      const extension = sequence(subjectAltName, der(0x04, sequence(alternative)));
      return {
        cert: certificate(host, publicKey, days, extension),
        key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
      };
    },
  };
}

// The part of X.509 in DER (RFC 5280) that the tests need.

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const text = (value: string): Buffer => Buffer.from(value, "latin1");
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const yes = der(0x01, Buffer.from([0xff]));
const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const basicConstraints = identifier("551d13");
const subjectAltName = identifier("551d11");
const nameOf = (name: string): Buffer => sequence(der(0x31, sequence(identifier("550403"), der(0x0c, text(name)))));
const timeOf = (ms: number): Buffer => der(0x18, text(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "")));
const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString("base64").replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;
