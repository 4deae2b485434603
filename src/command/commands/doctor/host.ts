import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ConfigurationError } from "../../../client/api/errors";
import type { Settings } from "../../../client/settings";
import { version } from "../../../client/version";
import { PLUGIN_PACKAGE } from "../../../description/names/plugin";
import { plain } from "../../output/text";
import { findProject, type Project } from "../../stack/project";
import { PulumiError } from "../../stack/pulumi";
import { note, ok, problem, unknown } from "./report";
import type { Check } from "./schema";

const NPM_CI = "run npm ci before any command of Pulumi";
const LINES = `plugins: { providers: [{ name: ${PLUGIN_PACKAGE}, path: node_modules/pulumi-platform/dist/plugin }] }`;
const LANGUAGE_LINES = `packages: { ${PLUGIN_PACKAGE}: ./platform-plugin }, and set up that folder (docs/languages.md)`;

type Environment = Settings["environment"];

/** Says which host serves the resources of the project in a folder, and whether Pulumi can load it. */
export function checkHost(settings: Settings, folder = "."): Check[] {
  try {
    const host = settings.hostName();
    const project = findProject(folder);
    if (project === undefined) return [note("host", `${host}, not checked, because there is no Pulumi.yaml here`)];
    const isPlugin = host === "plugin" || project.otherRuntime !== undefined;
    const { environment } = settings;
    const isDynamic = !isPlugin && project.pluginPath === undefined;
    const check = isDynamic ? checkDynamic(project.folder) : checkPlugin(project, isPlugin, environment);
    return [check, ...(checksTypes(project, environment) ? [TYPES] : [])];
  } catch (error) {
    if (error instanceof PulumiError) return [unknown("host", `was not checked: ${error.message}`)];
    // A check of the settings reports it.
    if (error instanceof ConfigurationError) return [];
    throw error;
  }
}

const TYPES = note(
  "types",
  "each command checks the types of the program: PULUMI_NODEJS_TRANSPILE_ONLY=true skips that, and npx tsc --noEmit checks them once",
);

/** Whether Pulumi checks the types of a program with ts-node. A setting `typescript: false` in Pulumi.yaml is not read. */
const checksTypes = ({ folder, otherRuntime }: Project, { PULUMI_NODEJS_TRANSPILE_ONLY }: Environment): boolean =>
  otherRuntime === undefined && PULUMI_NODEJS_TRANSPILE_ONLY !== "true" && existsSync(join(folder, "index.ts"));

function checkDynamic(folder: string): Check {
  const { resolve: find } = createRequire(join(folder, "index.js"));
  try {
    for (const name of ["@pulumi/pulumi/package.json", "pulumi-platform/provider"]) find(name);
    return ok("host", "dynamic, and can be loaded");
  } catch {
    return problem("host", "dynamic, but @pulumi/pulumi and pulumi-platform are not both installed", NPM_CI);
  }
}

/** Checks the plugin. Pulumi runs nothing without the folder that Pulumi.yaml names, with either host. */
function checkPlugin({ folder, otherRuntime, pluginPath }: Project, isUsed: boolean, environment: Environment): Check {
  const lines = otherRuntime === undefined ? LINES : LANGUAGE_LINES;
  if (pluginPath === undefined) {
    const { PATH = "", PULUMI_HOME = join(homedir(), ".pulumi") } = environment;
    const installed = join(PULUMI_HOME, "plugins", `resource-${PLUGIN_PACKAGE}-v${version}`);
    const found = [...PATH.split(delimiter), installed].filter(hasPlugin);
    if (found.length > 0 && found.every((one) => one.endsWith(join("node_modules", ".bin"))))
      return ok("host", `plugin, for npm scripts and npx pulumi; for pulumi alone, add to Pulumi.yaml: ${lines}`);
    if (found.length > 0) return ok("host", "plugin, as installed on this machine");
    return problem("host", "plugin, but Pulumi.yaml names no folder of it", `add to Pulumi.yaml: ${lines}`);
  }
  const [path, text] = [resolve(folder, pluginPath), `the folder ${plain(pluginPath)} that Pulumi.yaml names`];
  if (!existsSync(path)) return problem("host", `${text} does not exist, so Pulumi runs nothing`, NPM_CI);
  if (!isUsed) return checkDynamic(folder);
  if (hasPlugin(path)) return ok("host", `plugin, from ${text}`);
  return problem("host", `plugin, but ${text} has none`, `correct it in Pulumi.yaml: ${lines}`);
}

/** Whether a folder has a file that starts the plugin: an executable, with its ending on Windows, or the file that names a runtime. */
const hasPlugin = (folder: string): boolean =>
  ["", ".cmd", ".exe"].some((ending) => existsSync(join(folder, `pulumi-resource-${PLUGIN_PACKAGE}${ending}`))) ||
  existsSync(join(folder, "PulumiPlugin.yaml"));
