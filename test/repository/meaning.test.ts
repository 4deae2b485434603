import assert from "node:assert/strict";
import { join } from "node:path";
import { checkValues } from "../../src/description/spec/check";
import { type Field, type Fields, optional, type ValueType } from "../../src/description/spec/types";
import { type Comments, commentsOf } from "../../tools/types/comments";
import { withStaff } from "../../tools/types/staff";

/** What the platform's descriptions say about a field, said independently of the declarations: who sets it, its values, what it defaults to. */
interface Meaning {
  /** Who sets the field. Callers do by default. */
  readonly by?: "platform" | "staff";
  /** Values that the platform takes, and values that it refuses. */
  readonly takes?: readonly unknown[];
  readonly refuses?: readonly unknown[];
  /** Words that the doc comment needs: a default, a limit, who is let in. */
  readonly says?: readonly string[];
}

const long = (length: number): string => "a".repeat(length);
const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;

const properName: Meaning = { takes: ["a", "a b.c_d-9", long(64)], refuses: ["Team", "a/b"] };
const plainName: Meaning = { takes: ["a", long(200)], refuses: ["Team", "a:b"] };
const oneLine: Meaning = { takes: [long(512)], refuses: [long(513), "two\nlines"] };
const computed: Meaning = { by: "platform" };
const staff: Meaning = { by: "staff" };

/** Meanings by the name of a declaration's file, and by the path of a field. */
const resources: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  group: {
    name: properName,
    description: oneLine,
    kind: computed,
    status: computed,
    verified: computed,
    resourceLimits: computed,
  },
  organization: { name: properName, description: oneLine, kind: staff, status: computed, verified: computed },
  identity: {
    name: properName,
    description: oneLine,
    "awsIdentity.awsAccount": { takes: ["123456789012"], refuses: ["12345678901", "12345678901a"] },
    staticKeys: { says: ["cannot reach", "rotates"] },
    "staticKeys.expirationTime": { takes: [inDays(364)], refuses: [inDays(366)], says: ["365 days", "default"] },
    "staticKeys.audiences": { takes: [["a"]], refuses: [["a", "b"]] },
    email: computed,
    emailUnverified: computed,
    lastSeenTime: computed,
  },
  role: { name: plainName, capabilities: { says: ["at least one", "an hour", "staff"] } },
  "role-binding": {
    "identity.subject": computed,
    "identity.issuer": computed,
    "identity.email": { by: "platform", says: ["Verified"] },
  },
  "identity-provider": {
    name: properName,
    defaultRole: { says: ["first sign-in", "must have every capability"] },
    "oidc.pkceEnabled": { says: ["Default: false"] },
    "oidc.correlationRule": { says: ["default", "never"] },
    "scim.enabled": computed,
    "scim.tokenExpireTime": { says: ["Unset", "past"] },
  },
  "scim-token": {
    expireTime: { takes: [inDays(730)], refuses: [inDays(732)], says: ["two years", "Default: in one year"] },
    overlap: { takes: ["0s", "24h"], refuses: ["25h"], says: ["Default: one hour"] },
  },
  "external-group-role-mapping": { roleUid: { says: ["role bindings do not show it", "must have every capability"] } },
  "group-invite": {
    email: { says: ["everybody who has the code can"] },
    singleUse: { says: ["any number"] },
    keyId: { by: "platform", says: ["sensitive"] },
  },
  "account-association": { name: plainName },
  repo: {
    description: oneLine,
    readme: staff,
    catalogTier: staff,
    bundles: staff,
    aliases: staff,
    activeTags: staff,
    "syncConfig.apkoOverlay": computed,
    "syncConfig.expirationTime": { by: "platform", says: ["14 days"] },
    "syncConfig.uniqueTags": computed,
    "syncConfig.gracePeriod": computed,
    "customOverlay.contents.runtimeRepositories": {
      takes: [["https://packages.example.com/os", "https://203.0.113.7:8443/x"]],
      refuses: [
        "http://packages.example.com",
        "https://localhost/x",
        "https://10.1.2.3/x",
        "https://[::1]/x",
        "https://apk.team.internal/x",
        "https://printer.local",
        "https://apk.web.svc.cluster.local:8080/x",
      ].map((address) => [address]),
    },
    "customOverlay.contents.runtimeKeyring": { says: ["512 KB"] },
    "customOverlay.contents.runtimeKeyring.name": { takes: ["key.rsa.pub"], refuses: [".key", "a/b"] },
    "customOverlay.contents.runtimeKeyring.content": {
      takes: [pem("PUBLIC KEY")],
      refuses: [pem("RSA PRIVATE KEY"), pem("PUBLIC KEY").repeat(2), "key"],
    },
    "customOverlay.environment": {
      takes: [{ ACMEX: "1", VENDORED: "1", MY_ACME_X: "1" }],
      refuses: [{ ACME_X: "1" }],
    },
    "customOverlay.annotations": {
      takes: [{ "acme.x": "1", "com.acme.x": "1", "example.x": "1" }],
      refuses: [{ "dev.acme.x": "1" }, { "dev.acme/x": "1" }, { "org.opencontainers.image.title": "t" }],
    },
    "customOverlay.certificates.additional": { says: ["50 KB"] },
    "customOverlay.certificates.additional.content": {
      takes: [pem("CERTIFICATE"), `subject=CN = a\n${pem("CERTIFICATE")}`],
      refuses: [pem("CERTIFICATE").repeat(2), pem("CERTIFICATE") + pem("PRIVATE KEY"), "cert"],
    },
  },
  tag: {
    name: { takes: ["latest", long(128)], refuses: ["-a", long(129)] },
    bundles: { takes: [["base"]], refuses: [["odd"]] },
  },
};

const root = join(__dirname, "..", "..");
const fileOf = (name: string): string => `src/description/resources/${name}.ts`;
const commentsAt = commentsOf(Object.keys(resources).map(fileOf));

interface Declared {
  readonly field: Field;
  readonly comment: string;
}

const fieldsIn = (type: ValueType): Fields =>
  type.kind === "message"
    ? type.fields
    : "of" in type
      ? fieldsIn(type.of)
      : assert.fail(`a ${type.kind} has no fields`);

/** A field as it is declared, with its doc comment. */
function declared(name: string, path: string): Declared {
  const exported = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  let inside: Fields = require(join(root, fileOf(name)))[exported].fields;
  let comments: Comments = commentsAt(fileOf(name), exported, "fields");
  const [last = "", ...before] = path.split(".").reverse();
  for (const outer of before.reverse()) {
    inside = fieldsIn((inside[outer] ?? assert.fail(`${name} has no ${outer} of ${path}`)).type);
    comments = comments.inside(outer);
  }
  const field = inside[last] ?? assert.fail(`${name} has no ${path}`);
  return { field, comment: withStaff(comments.of(last), field).replace(/\s+/g, " ") };
}

/** Whether the package lets a value through, without a warning, to a platform of the vendor "acme". */
const isTaken = ({ type }: Field, value: unknown): boolean =>
  checkValues({ value: optional(type) }, { value }, { vendor: "acme" }).every(({ kind }) => kind === "advice");

function disagreements({ field, comment }: Declared, { by, takes = [], refuses = [], says = [] }: Meaning) {
  const isOutput = field.presence === "computed";
  return [
    ...(by === "platform" && !isOutput ? ["the platform sets it, and the declaration takes it"] : []),
    ...(by === "staff" && !/platform's staff/.test(comment)
      ? ["only staff sets it, and the comment does not say so"]
      : []),
    ...takes.filter((value) => !isTaken(field, value)).map((value) => `refuses ${JSON.stringify(value)}`),
    ...refuses.filter((value) => isTaken(field, value)).map((value) => `takes ${JSON.stringify(value)}`),
    ...says.filter((words) => !comment.includes(words)).map((words) => `does not say "${words}": ${comment}`),
  ];
}

describe("the meaning of a field", () => {
  for (const [name, fields] of Object.entries(resources))
    for (const [path, meaning] of Object.entries(fields))
      it(`agrees with the declaration of ${path} in ${fileOf(name)} (row 233)`, () => {
        assert.deepEqual(disagreements(declared(name, path), meaning), []);
      });
});
