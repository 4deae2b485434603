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
import { findProject, type Project } from "../../stack/project-file";
import { PulumiError } from "../../stack/pulumi";
import { type Check, note, ok, problem, unknown } from "./check";

const NAME = "plugin";

/** Files that start the plugin: an executable, with its ending on Windows, or the file that names a runtime. */
const EXECUTABLES = ["", ".cmd", ".exe"].map((ending) => `pulumi-resource-${PLUGIN_PACKAGE}${ending}`);
const STARTS = [...EXECUTABLES, "PulumiPlugin.yaml"];

/** Path of the plugin in a project that has this package installed. */
const USUAL_PATH = "node_modules/pulumi-platform/dist/plugin";

/** A project, or why its file could not be read. Undefined if there is no project here. */
export type ProjectFound = Project | { readonly unread: string } | undefined;

/** Returns the project that a folder belongs to. */
export function readProject(cwd = "."): ProjectFound {
  try {
    return findProject(cwd);
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    return { unread: error.message };
  }
}

/**
 * Checks that Pulumi finds the plugin in this version, if it serves the program. A missing folder is a problem for each host,
 * because Pulumi then runs nothing.
 */
export function checkPlugin(settings: Settings, project: ProjectFound): Check[] {
  const isSet = shellOf(settings) === "plugin";
  if (project === undefined) return isSet ? [note(NAME, "was not checked, because there is no Pulumi.yaml here")] : [];
  if ("unread" in project) return isSet ? [unknown(NAME, `was not checked: ${project.unread}`)] : [];
  const isNeeded = project.otherRuntime !== undefined || isSet;
  if (project.pluginPath !== undefined) return checkFolder(project, project.pluginPath, isNeeded);
  return isNeeded ? checkInstalled(project, settings.environment) : [];
}

/** Returns the setting, or undefined if it cannot be used: another check reports that. */
function shellOf(settings: Settings): Shell | undefined {
  try {
    return settings.shell();
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** Checks the folder that Pulumi.yaml names. */
function checkFolder(project: Project, path: string, isNeeded: boolean): Check[] {
  const folder = resolve(project.folder, path);
  const shown = plain(path);
  if (!isFolder(folder)) {
    const text = `Pulumi.yaml names the folder ${shown}, which does not exist. Pulumi runs nothing without it`;
    const isInstalled = project.otherRuntime !== undefined || ownPlugin(project.folder) !== undefined;
    return [problem(NAME, text, isInstalled ? setPath(project) : NPM_CI)];
  }
  if (!isNeeded) return [];
  if (!STARTS.some((name) => existsSync(join(folder, name))))
    return [problem(NAME, `Pulumi.yaml names ${shown}, which is not the folder of a plugin`, setPath(project))];
  const found = versionIn(folder);
  if (found === undefined && existsSync(join(folder, "package.json")))
    return [problem(NAME, `the packages in ${shown} are not installed`, INSTALL)];
  if (found === undefined) return [note(NAME, `${shown} does not say which version it is`)];
  if (found !== version)
    return [problem(NAME, `${shown} has version ${plain(found)}, and this package has ${version}`, setPath(project))];
  return [ok(NAME, `${shown} has this version`)];
}

const NPM_CI = "run npm ci before any command of Pulumi";

const INSTALL = "run pulumi install";

/** The folder that docs/languages.md sets up for programs in other languages. */
const LANGUAGE_PATH = "./platform-plugin";

const setPath = ({ folder, otherRuntime }: Project): string =>
  otherRuntime === undefined
    ? `set path to ${ownPlugin(folder) ?? USUAL_PATH} in Pulumi.yaml, below plugins and providers`
    : `set packages: { ${PLUGIN_PACKAGE}: ${LANGUAGE_PATH} } in Pulumi.yaml, and set up that folder (docs/languages.md)`;

const addPath = ({ folder, otherRuntime }: Project): string =>
  otherRuntime === undefined
    ? `add to Pulumi.yaml: plugins: { providers: [{ name: ${PLUGIN_PACKAGE}, path: ${ownPlugin(folder) ?? USUAL_PATH} }] }`
    : `add to Pulumi.yaml: packages: { ${PLUGIN_PACKAGE}: ${LANGUAGE_PATH} }, and set up that folder (docs/languages.md)`;

/** Checks the plugin on PATH or among Pulumi's installed plugins, because Pulumi.yaml names no folder. */
function checkInstalled(project: Project, { PATH = "", PULUMI_HOME }: NodeJS.ProcessEnv): Check[] {
  const onPath = PATH.split(delimiter).find((folder) => EXECUTABLES.some((name) => existsSync(join(folder, name))));
  if (onPath !== undefined) return [note(NAME, `is on PATH (${onPath}). Its version was not checked`)];
  const installed = join(PULUMI_HOME || join(homedir(), ".pulumi"), "plugins");
  const versions = isFolder(installed) ? readdirSync(installed).flatMap(installedVersion) : [];
  if (versions.includes(version)) {
    const others = versions.filter((one) => one !== version);
    if (others.length === 0) return [ok(NAME, "is installed in this version")];
    return [note(NAME, `is installed in this version, and in ${others.join(", ")}. Pulumi runs the newest`)];
  }
  const { otherRuntime } = project;
  const why =
    otherRuntime === undefined ? "platform:shell is plugin" : `runtime ${plain(otherRuntime)} needs the plugin`;
  const text = `${why}, and Pulumi.yaml names no folder of the plugin`;
  const other =
    versions.length === 0 ? "" : `. Pulumi has installed ${versions.join(", ")}, and this package has ${version}`;
  return [problem(NAME, text + other, addPath(project))];
}

/** The version in the name of an installed plugin's folder, `resource-platform-v0.1.0`. */
function installedVersion(name: string): string[] {
  const [, found] = /^resource-platform-v(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(name) ?? [];
  return found === undefined ? [] : [found];
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The path of the plugin in the package that the program loads, from the project's folder. Undefined if it is not installed. */
function ownPlugin(project: string): string | undefined {
  if (isFolder(join(project, USUAL_PATH))) return USUAL_PATH;
  const own = packageFrom(project);
  const folder = own === undefined ? undefined : join(dirname(own), "dist", "plugin");
  return folder !== undefined && isFolder(folder) ? relative(project, folder).replaceAll("\\", "/") : undefined;
}

/** The path of this package's package.json, as a program in a folder would load it. */
function packageFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "index.js")).resolve("pulumi-platform/package.json");
  } catch {
    return undefined; // It is not installed.
  }
}

const versioned = z.looseObject({ version: z.string() });

/** The version in a plugin's schema, or else of the package that the plugin loads. */
function versionIn(folder: string): string | undefined {
  const files = [join(folder, "schema.json"), packageFrom(folder)];
  const file = files.find((one) => one !== undefined && existsSync(one));
  return file === undefined ? undefined : versioned.safeParse(jsonOf(readFileSync(file, "utf8"))).data?.version;
}
