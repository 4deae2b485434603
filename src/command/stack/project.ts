import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { PLUGIN_PACKAGE } from "../../description/names/plugin";
import { plain } from "../output/text";
import { PulumiError } from "./pulumi";

const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

const projectFile = (folder: string): string | undefined =>
  PROJECT_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));

/** The nearest folder with a project file, from a folder upwards, as the Pulumi CLI finds it. */
export function projectFolder(from: string): string | undefined {
  const folder = resolve(from);
  if (projectFile(folder) !== undefined) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : projectFolder(above);
}

const form = z.looseObject({
  runtime: z.union([z.string(), z.looseObject({ name: z.string() })]).optional(),
  plugins: z
    .looseObject({
      providers: z.array(z.looseObject({ name: z.string(), path: z.string().optional() })).nullish(),
    })
    .nullish(),
  packages: z.record(z.string(), z.unknown()).nullish(),
});

const NODE = "nodejs";

export interface Project {
  readonly folder: string;
  /** Runtime of a program that only the plugin can serve: `yaml`, `python`, `go`. Undefined for Node. */
  readonly otherRuntime: string | undefined;
  /** Folder of this package's plugin, if the project file names one. */
  readonly pluginPath: string | undefined;
}

/** Returns the project that a folder belongs to, or undefined if there is none. Throws PulumiError if its file cannot be read. */
export function findProject(from: string): Project | undefined {
  const folder = projectFolder(from);
  const file = folder === undefined ? undefined : projectFile(folder);
  if (folder === undefined || file === undefined) return undefined;
  const result = form.safeParse(parsed(file, folder));
  if (!result.success)
    throw new PulumiError(`${basename(file)} has a form that this version of pulumi-platform does not know`);
  const { runtime = NODE, plugins, packages } = result.data;
  const runtimeName = typeof runtime === "string" ? runtime : runtime.name;
  const listed = plugins?.providers?.find(({ name, path }) => name === PLUGIN_PACKAGE && path !== undefined);
  const source = packages?.[PLUGIN_PACKAGE];
  return {
    folder,
    otherRuntime: runtimeName === NODE ? undefined : runtimeName,
    pluginPath: listed?.path ?? (typeof source === "string" && /^[./]/.test(source) ? source : undefined),
  };
}

/** The part of js-yaml that is used. Versions 3 and 4 have it. */
interface Yaml {
  load(text: string, options: { readonly schema: unknown }): unknown;
  readonly JSON_SCHEMA: unknown;
}

function parsed(file: string, folder: string): unknown {
  const yaml = findYaml(folder);
  if (yaml === undefined) throw new PulumiError(`${basename(file)} cannot be read without @pulumi/pulumi`);
  try {
    return yaml.load(readFileSync(file, "utf8"), { schema: yaml.JSON_SCHEMA });
  } catch (error) {
    const [first = ""] = String(error instanceof Error ? error.message : error).split("\n");
    throw new PulumiError(`${basename(file)} cannot be read: ${plain(first)}`);
  }
}

/** Returns the YAML parser of the program's SDK, or else of the SDK beside this package. Undefined without an SDK. */
function findYaml(folder: string): Yaml | undefined {
  for (const from of [join(folder, "index.js"), __filename]) {
    try {
      return createRequire(createRequire(from).resolve("@pulumi/pulumi/package.json"))("js-yaml") as Yaml;
    } catch {
      // The SDK is not installed here.
    }
  }
  return undefined;
}
