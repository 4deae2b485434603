import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const PROJECT_FILES = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

export const projectFile = (folder: string): string | undefined =>
  PROJECT_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));

/** The nearest folder with a project file, from a folder upwards, as the Pulumi CLI finds it. */
export function projectFolder(from: string): string | undefined {
  const folder = resolve(from);
  if (projectFile(folder) !== undefined) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : projectFolder(above);
}
