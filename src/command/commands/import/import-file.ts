import { z } from "zod";
import { PLUGIN_DOWNLOAD_URL, pluginToken } from "../../../description/names/plugin";
import { resources } from "../../../description/resources";
import type { ResourceSpec } from "../../../description/spec/resource";
import { CallError } from "../../declaration";
import { jsonOf } from "../../stack/json";
import type { ProgramPlan } from "./program/plan";

export const IMPORT_FILE = "resources.json";

/** The line that records the listed resources in the state. It generates no code, because the program exists. */
export const IMPORT_LINE = `pulumi import --file ${IMPORT_FILE} --generate-code=false`;

/** The form of the file that the Pulumi CLI reads. Other properties stay. */
const form = z.looseObject({
  resources: z.array(z.looseObject({ type: z.string(), name: z.string(), id: z.string() })),
});
export type ImportEntry = z.infer<typeof form>["resources"][number];

const specs = new Map(Object.values(resources).map((spec) => [pluginToken(spec), spec]));

/**
 * Returns the text of the file: what a plan adds, and what earlier imports added and Pulumi has yet to import. Pulumi skips what the
 * stack has. Undefined if there is nothing to import. Throws CallError if the present file has another form.
 */
export function importFile(
  before: string | undefined,
  { declarations }: Pick<ProgramPlan, "declarations">,
  isToImport: (spec: ResourceSpec, entry: ImportEntry) => boolean,
): string | undefined {
  const { resources: earlier, ...rest } = before === undefined ? { resources: [] } : parsed(before);
  const isStill = (entry: ImportEntry): boolean => {
    const spec = specs.get(entry.type);
    return spec === undefined || isToImport(spec, entry);
  };
  const added = declarations.map(
    ({ object: { spec, uid }, name }): ImportEntry => ({
      type: pluginToken(spec),
      name,
      id: uid,
      // The program sets it too. Without it, Pulumi would use another provider of the stack.
      pluginDownloadUrl: PLUGIN_DOWNLOAD_URL,
    }),
  );
  const entries = [...earlier.filter(isStill), ...added];
  if (before === undefined && entries.length === 0) return undefined;
  return `${JSON.stringify({ ...rest, resources: entries }, null, 2)}\n`;
}

function parsed(text: string): z.infer<typeof form> {
  const result = form.safeParse(jsonOf(text));
  if (result.success) return result.data;
  throw new CallError(`${IMPORT_FILE} does not have the form that pulumi import accepts. Correct it, or delete it`);
}
