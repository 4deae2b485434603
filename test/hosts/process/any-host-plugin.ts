import { PLUGIN_PACKAGE } from "../../../src/description/names/plugin";
import { HostError, type Props, unmarked } from "../../support/host";
import { startPlugin, urnOf } from "../../support/plugin-host";
import { type AnyHostOptions, type HostCalls, likeGiven, recording, splitOf } from "./any-host";

export async function startInPlugin({ config = {}, environment, beside }: AnyHostOptions): Promise<HostCalls> {
  const prefix = `${PLUGIN_PACKAGE}:`;
  const settings = Object.entries(config).map(([key, value]) => [key.slice(prefix.length), value] as const);
  const plugin = await startPlugin({ config: Object.fromEntries(settings), environment, beside });
  const urn = (given: Props): string => {
    const { type, name } = splitOf(given);
    return urnOf(type, name);
  };
  const raw = (given: Props): Props => splitOf(given).values;
  const object = (id: string, given: Props) => ({ urn: urn(given), id });
  const cleaned = (values: Props, given: Props): Props => likeGiven(unmarked(values), given);
  const check = async (olds: Props, news: Props) => {
    const { inputs, reasons } = await plugin.check(urn(news), raw(olds), raw(news));
    return { inputs, failures: reasons.map((reason) => ({ property: "", reason })) };
  };
  return {
    ...plugin,
    async check(olds, news) {
      const { inputs, failures } = await check(olds, news);
      return { inputs: cleaned(inputs, news), failures };
    },
    async preview(news) {
      const { inputs, failures } = await check({}, news);
      if (failures.length > 0) return failures.map(({ reason }) => reason);
      const refused = await plugin.create(urn(news), inputs, { preview: true }).catch((error: unknown) => error);
      if (refused instanceof HostError) return [refused.message];
      if (refused instanceof Error) throw refused;
      return [];
    },
    async diff(id, olds, news) {
      const { changes, replaces, deleteBeforeReplace } = await plugin.diff(object(id, news), raw(olds), raw(news));
      return { changed: changes !== "DIFF_NONE", replaces, deleteBeforeReplace };
    },
    async create(inputs) {
      const { id, properties } = await recording(plugin.create(urn(inputs), raw(inputs)), (values) =>
        cleaned(values, inputs),
      );
      return { id, properties: cleaned(properties, inputs) };
    },
    async read(id, given) {
      const found = await plugin.read(object(id, given), raw(given), {});
      return {
        id: found.id,
        properties: cleaned(found.properties, given),
        inputs: cleaned(found.inputs, given),
      };
    },
    async update(id, olds, news) {
      const update = plugin.update(object(id, news), raw(olds), raw(news));
      const updated = await recording(update, (values) => cleaned(values, news));
      return cleaned(updated, news);
    },
    delete: (id, properties) => plugin.delete(object(id, properties), raw(properties)),
    shown: () =>
      [...plugin.shown.map(({ text }) => text), plugin.printed()].map((text) => text && `${text}\n`).join(""),
  };
}
