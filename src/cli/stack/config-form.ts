import { z } from "zod";
import { type SettingName, settingNames } from "../../setting-names";

/**
 * The `platform:` keys of a stack's config, for editors (docs/schemas/config-v1.json) and for `doctor`. The values of all are
 * texts in the end; YAML may hold a number for the timeout.
 */

const address = (what: string) => z.url().describe(`Address of ${what}.`);
const uid = (what: string) =>
  z
    .string()
    .regex(/^[^/\s]+(\/[^/\s]+)*$/)
    .describe(`uid of ${what}.`);
const file = (what: string) => z.string().min(1).describe(`File with ${what}.`);
const names = (what: string) => z.string().min(1).describe(`${what}, separated by commas.`);
const secret = (what: string) => z.string().min(1).describe(`${what}: a secret.`);

const forms = {
  baseUrl: address("the platform API"),
  registryUrl: address("the registry, for tag history"),
  issuerUrl: address("where a CI job's ID token is exchanged; the base URL when left out"),
  token: secret("Bearer token of the platform API"),
  tokenFile: file("the token; read again when it changes"),
  tokenCommand: secret("Command that prints a token"),
  identity: uid("the identity to act as, in a CI job that has an ID token"),
  identityProvider: uid("the identity provider that the ID token comes from"),
  audience: z.string().min(1).describe("Audience of the exchanged token; the base URL when left out."),
  scopes: names("uids of groups that the exchanged token is limited to"),
  cap: names("Capabilities that the exchanged token is limited to"),
  idToken: secret("The job's ID token, where it is not GitHub Actions that gives it"),
  idTokenFile: file("the job's ID token"),
  idTokenAudience: z
    .string()
    .min(1)
    .describe(
      "Audience of the ID token that GitHub Actions is asked for; the host where it is exchanged when left out.",
    ),
  registryToken: secret("Token that was issued for the registry"),
  historySegment: z
    .string()
    .regex(/^[^/]+$/)
    .describe("Path segment before `history`; `_service` when left out."),
  publicOrg: z.string().min(1).describe("Organization whose images are public."),
  vendor: z.string().min(1).describe("The API's name for the platform's own block of an account association."),
  caFile: file("authorities (PEM) to trust beside those that Node trusts"),
  clientCertFile: file("a client certificate (PEM)"),
  clientKeyFile: file("the key (PEM) of the client certificate"),
  proxy: secret("Address of a proxy, for all requests beyond this machine"),
  operationTimeout: z
    .union([z.number().int().min(1).max(600), z.string().regex(/^\d{1,3}$/)])
    .describe("Seconds that one create, read, update or delete may take in all; 120 when left out."),
  adoptExisting: z
    .enum(["never", "identical", "sameKey"])
    .describe("What becomes of an object that a create finds in its place; `never` when left out."),
  log: z.literal("debug").describe("`debug` writes a line for each request to standard error."),
} satisfies Record<SettingName, z.ZodType>;

/** Every key of this package in a stack's config. */
export const configKeys: readonly string[] = Object.values(settingNames).map(([key]) => key);

/** What `pulumi config set --secret` writes. */
const encrypted = z.strictObject({ secure: z.string() });

const properties = Object.fromEntries(
  Object.entries(settingNames).map(([name, [key]]) => {
    // The entries are those of the object above.
    const form = forms[name as SettingName];
    return [
      key,
      z
        .union([form, encrypted])
        .optional()
        .describe(form.description ?? ""),
    ];
  }),
);

/** A stack's file, `Pulumi.<stack>.yaml`, as far as it is this package's. */
export const stackFile = z
  .looseObject({
    config: z
      .looseObject(properties)
      .meta({ propertyNames: { anyOf: [{ enum: [...configKeys] }, { not: { pattern: "^platform:" } }] } }),
  })
  .partial()
  .meta({ title: "Pulumi.<stack>.yaml with the settings of pulumi-platform" });
