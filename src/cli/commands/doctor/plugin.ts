import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { ConfigurationError } from "../../../api/errors";
import { PLUGIN_PACKAGE } from "../../../hosts/plugin/names";
import type { Settings } from "../../../settings";
import type { Shell } from "../../../spec/shell";
import { version } from "../../../version";
import { plain } from "../../output/text";
import { jsonOf } from "../../stack/json";
import { projectFolder } from "../../stack/project";
import { pluginPath } from "../../stack/project-plugin";
import { PulumiError } from "../../stack/pulumi";
import { type Check, note, ok, problem, unknown } from "./check";

const NAME = "plugin";

/** What runs the plugin: its name on each system, or the file that names a runtime. */
const EXECUTABLES = ["", ".cmd", ".exe"].map((ending) => `pulumi-resource-${PLUGIN_PACKAGE}${ending}`);
const STARTS = [...EXECUTABLES, "PulumiPlugin.yaml"];

/** Where the plugin is in a project with this package. */
const USUAL_PATH = "node_modules/pulumi-platform/dist/plugin";

/**
 * Checks that a project finds the plugin in this version, where the setting platform:shell names it. A folder that is missing stops
 * every run of the project, so that is a problem with each host.
 *
 * @param cwd folder of the project, or one below it
 */
export function checkPlugin(settings: Settings, cwd = "."): Check[] {
  const shell = shellOf(settings);
  const isWanted = shell === "plugin";
  const folder = projectFolder(cwd);
  if (shell === undefined) return [];
  if (folder === undefined) return isWanted ? [note(NAME, "was not checked: there is no Pulumi.yaml here")] : [];
  try {
    const path = pluginPath(folder);
    if (path !== undefined) return checkFolder(folder, path, isWanted);
    return isWanted ? checkInstalled(folder, settings.environment) : [];
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    return isWanted ? [unknown(NAME, `was not checked: ${error.message}`)] : [];
  }
}

/** Undefined where the setting cannot be used: that is a problem of its own. */
function shellOf(settings: Settings): Shell | undefined {
  try {
    return settings.shell();
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** Checks the folder that Pulumi.yaml names. */
function checkFolder(project: string, path: string, isWanted: boolean): Check[] {
  const folder = resolve(project, path);
  const shown = plain(path);
  if (!isFolder(folder)) {
    const text = `Pulumi.yaml names the folder ${shown}, which does not exist: Pulumi runs nothing without it`;
    return [problem(NAME, text, ownPlugin(project) === undefined ? NPM_CI : setPath(project))];
  }
  if (!isWanted) return [];
  if (!STARTS.some((name) => existsSync(join(folder, name))))
    return [problem(NAME, `Pulumi.yaml names ${shown}, which is not the folder of a plugin`, setPath(project))];
  const found = versionIn(folder);
  if (found === undefined) return [note(NAME, `${shown} does not say which version it is`)];
  if (found !== version)
    return [problem(NAME, `${shown} has version ${plain(found)}, and this package ${version}`, setPath(project))];
  return [ok(NAME, `${shown} has this version`)];
}

// advice: plugin-npm-ci
const NPM_CI = "run npm ci before any command of Pulumi";

// advice: plugin-set-path
const setPath = (project: string): string =>
  `set path to ${ownPlugin(project) ?? USUAL_PATH} in Pulumi.yaml, below plugins and providers`;

// advice: plugin-add-path
const addPath = (project: string): string =>
  `add to Pulumi.yaml: plugins: { providers: [{ name: ${PLUGIN_PACKAGE}, path: ${ownPlugin(project) ?? USUAL_PATH} }] }`;

/** Checks what Pulumi finds where Pulumi.yaml names no folder: on PATH, and among its installed plugins. */
function checkInstalled(project: string, { PATH = "", PULUMI_HOME }: NodeJS.ProcessEnv): Check[] {
  const onPath = PATH.split(delimiter).find((folder) => EXECUTABLES.some((name) => existsSync(join(folder, name))));
  if (onPath !== undefined) return [note(NAME, `is on PATH (${onPath}): its version was not checked`)];
  const installed = join(PULUMI_HOME || join(homedir(), ".pulumi"), "plugins");
  const versions = isFolder(installed) ? readdirSync(installed).flatMap(installedVersion) : [];
  if (versions.includes(version)) {
    const others = versions.filter((one) => one !== version);
    const beside = others.length === 0 ? "" : `, beside ${others.join(", ")}: Pulumi takes the newest`;
    return [(others.length === 0 ? ok : note)(NAME, `is installed in this version${beside}`)];
  }
  const text = "platform:shell is plugin, and Pulumi.yaml names no folder of the plugin";
  const other = versions.length === 0 ? "" : `. Installed is ${versions.join(", ")}, and this package is ${version}`;
  return [problem(NAME, text + other, addPath(project))];
}

/** The version that a folder of installed plugins has, `resource-platform-v0.1.0`. */
function installedVersion(name: string): string[] {
  const [, found] = /^resource-platform-v(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(name) ?? [];
  return found === undefined ? [] : [found];
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The plugin of the package that the program loads, as a path from the project's folder; undefined if it is not installed. */
function ownPlugin(project: string): string | undefined {
  if (isFolder(join(project, USUAL_PATH))) return USUAL_PATH;
  const own = packageFrom(project);
  const folder = own === undefined ? undefined : join(dirname(own), "dist", "plugin");
  return folder !== undefined && isFolder(folder) ? relative(project, folder).replaceAll("\\", "/") : undefined;
}

/** package.json of this package, as a file in a folder would load it. */
function packageFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "index.js")).resolve("pulumi-platform/package.json");
  } catch {
    return undefined; // There is none.
  }
}

const versioned = z.looseObject({ version: z.string() });

/** The version that a plugin's folder says it has: its schema, or the package that it loads. */
function versionIn(folder: string): string | undefined {
  const files = [join(folder, "schema.json"), packageFrom(folder)];
  const file = files.find((one) => one !== undefined && existsSync(one));
  return file === undefined ? undefined : versioned.safeParse(jsonOf(readFileSync(file, "utf8"))).data?.version;
}
