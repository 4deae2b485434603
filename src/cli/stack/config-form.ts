import { z } from "zod";
import { allSettings, type Setting, settingNames, settingOf } from "../../setting-names";
import { adoptModes } from "../../spec/adopt-mode";
import { shells } from "../../spec/shell";

/**
 * The `platform:` keys of a stack's config, for editors (docs/schemas/config-v1.json) and for `doctor`. All values are texts, except
 * that YAML may have a number for the timeout.
 */

const text = z.string().min(1);

const forms: Readonly<Record<Setting["form"], z.ZodType>> = {
  text,
  address: z.url(),
  uid: z.string().regex(/^[^/\s]+(\/[^/\s]+)*$/),
  segment: z.string().regex(/^[^/]+$/),
  file: text,
  secretFile: text,
  seconds: z.union([z.number().int().min(1).max(600), z.string().regex(/^\d{1,3}$/)]),
  adoptMode: z.enum(adoptModes),
  shell: z.enum(shells),
  debug: z.literal("debug"),
};

export const configKeys: readonly string[] = Object.values(settingNames).map(([key]) => key);

/** A value that `pulumi config set --secret` writes. */
const encrypted = z.strictObject({ secure: z.string() });

const properties = Object.fromEntries(
  allSettings.map((name) => {
    const { form, what, secret } = settingOf(name);
    const description = secret === undefined ? what : `${what} It is a secret.`;
    return [settingNames[name][0], z.union([forms[form], encrypted]).optional().describe(description)];
  }),
);

/** The part of a stack's file, `Pulumi.<stack>.yaml`, that belongs to this package. */
export const stackFile = z
  .looseObject({
    config: z
      .looseObject(properties)
      .meta({ propertyNames: { anyOf: [{ enum: [...configKeys] }, { not: { pattern: "^platform:" } }] } }),
  })
  .partial()
  .meta({ title: "Pulumi.<stack>.yaml with the settings of pulumi-platform" });
