import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { z } from "zod";
import { PLUGIN_PACKAGE } from "../../hosts/plugin/names";
import { plain } from "../output/text";
import { projectFile } from "./project";
import { PulumiError } from "./pulumi";

/** What a project file says about plugins, as far as the commands read it. */
const form = z.looseObject({
  plugins: z
    .looseObject({
      providers: z.array(z.looseObject({ name: z.string(), path: z.string().optional() })).nullish(),
    })
    .nullish(),
  packages: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * The folder of this package's plugin, as the project file in a folder names it. Undefined if it names none. Throws PulumiError for
 * a file that cannot be read.
 */
export function pluginPath(folder: string): string | undefined {
  const file = projectFile(folder);
  if (file === undefined) return undefined;
  const result = form.safeParse(parsed(file, folder));
  if (!result.success) throw new PulumiError(`${basename(file)} has another form than this version knows`);
  const { plugins, packages } = result.data;
  const listed = plugins?.providers?.find(({ name, path }) => name === PLUGIN_PACKAGE && path !== undefined);
  const source = packages?.[PLUGIN_PACKAGE];
  return listed?.path ?? (typeof source === "string" && /^[./]/.test(source) ? source : undefined);
}

/** The part of js-yaml that is used. Versions 3 and 4 have it. */
interface Yaml {
  load(text: string, options: { readonly schema: unknown }): unknown;
  readonly JSON_SCHEMA: unknown;
}

function parsed(file: string, folder: string): unknown {
  const yaml = yamlOf(folder);
  if (yaml === undefined) throw new PulumiError(`${basename(file)} cannot be read without @pulumi/pulumi`);
  try {
    return yaml.load(readFileSync(file, "utf8"), { schema: yaml.JSON_SCHEMA });
  } catch (error) {
    const [first = ""] = String(error instanceof Error ? error.message : error).split("\n");
    throw new PulumiError(`${basename(file)} cannot be read: ${plain(first)}`);
  }
}

/** The YAML parser of the SDK that the program loads, or that is installed beside this package; undefined without an SDK. */
function yamlOf(folder: string): Yaml | undefined {
  for (const from of [join(folder, "index.js"), __filename]) {
    try {
      return createRequire(createRequire(from).resolve("@pulumi/pulumi/package.json"))("js-yaml") as Yaml;
    } catch {
      // It is not there.
    }
  }
  return undefined;
}
