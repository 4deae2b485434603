import { PREVIEW, URN } from "../../../src/hosts/dynamic/hidden-inputs";
import { HostError, type Props, unmarked } from "../host";
import { type PluginHost, urnOf } from "../plugin-host";
import { type Entry, nameOfUrn } from "./state";
import type { CalledHost } from "./steps";

/** What the class adds for the dynamic host alone. */
const withoutDynamic = ({ __provider: _, [URN]: __, [PREVIEW]: ___, ...values }: Props): Props => values;

/**
 * The plugin, as the double calls a host for one entry. The entries are those of the dynamic host: its own values are left out of
 * requests, and put back into answers.
 */
export function callsInPlugin(plugin: PluginHost, entry: Pick<Entry, "urn" | "type">): CalledHost {
  const urn = urnOf(entry.type.slice(entry.type.lastIndexOf("/") + 1), nameOfUrn(entry.urn));
  const answered = (values: Props, { __provider }: Props): Props => ({ ...unmarked(values), __provider });
  const recording = async <T>(call: Promise<T>, given: Props): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof HostError) || error.incomplete === undefined) throw error;
      const properties = answered(error.incomplete.properties, given);
      throw new HostError(error.message, error.status, { ...error.incomplete, properties });
    }
  };
  return {
    async check(olds, news) {
      const { inputs, reasons } = await plugin.check(urn, withoutDynamic(olds), withoutDynamic(news));
      // In a preview the engine also asks for the create.
      const isPlanned = news[PREVIEW] !== undefined && reasons.length === 0 && Object.keys(olds).length === 0;
      const refused = isPlanned ? await refusalOf(plugin.create(urn, inputs, { preview: true })) : [];
      const failures = [...reasons, ...refused].map((reason) => ({ property: "", reason }));
      return { inputs: answered(inputs, news), failures };
    },
    async diff(id, olds, news) {
      const found = await plugin.diff({ urn, id }, withoutDynamic(olds), withoutDynamic(news));
      // The double compares the inputs itself.
      return { ...found, changes: found.changes === "DIFF_NONE" ? "DIFF_NONE" : "DIFF_UNKNOWN" };
    },
    async create(inputs) {
      const { id, properties } = await recording(plugin.create(urn, withoutDynamic(inputs)), inputs);
      return { id, properties: answered(properties, inputs) };
    },
    async read(id, recorded) {
      const { properties, inputs, ...found } = await plugin.read({ urn, id }, withoutDynamic(recorded));
      return { ...found, properties: answered(properties, recorded), inputs: answered(inputs, recorded) };
    },
    async update(id, olds, news) {
      const update = plugin.update({ urn, id }, withoutDynamic(olds), withoutDynamic(news));
      return answered(await recording(update, news), news);
    },
    delete: (id, recorded) => plugin.delete({ urn, id }, withoutDynamic(recorded)),
  };
}

/** The message of a call that is refused; none for one that is not. */
async function refusalOf(call: Promise<unknown>): Promise<string[]> {
  try {
    await call;
    return [];
  } catch (error) {
    if (error instanceof HostError) return [error.message];
    throw error;
  }
}
