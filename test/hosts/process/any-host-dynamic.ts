import assert from "node:assert/strict";
import { PREVIEW, URN } from "../../../src/description/names/hidden-inputs";
import { type Props, providerText, startHost } from "../../support/host";
import { type AnyHostOptions, type HostCalls, likeGiven, recording, splitOf } from "./any-host";

/** Values of an answer without what only this host has: the state needs the text that loads the provider in each of them. */
function cleaned({ __provider, ...values }: Props, given: Props): Props {
  assert.equal(__provider, providerText(splitOf(given).type));
  return likeGiven(values, given);
}

export async function startInDynamicHost(options: AnyHostOptions): Promise<HostCalls> {
  const host = await startHost(options);
  const raw = (given: Props): Props => {
    const { type, values } = splitOf(given);
    return { __provider: providerText(type), ...values };
  };
  const checked = async (olds: Props, news: Props, note: Props) => {
    const { type, name, values } = splitOf(news);
    const recorded = Object.keys(olds).length === 0 ? {} : raw(olds);
    const { inputs, failures } = await host.check(recorded, {
      ...raw(news),
      [URN]: `${type}#${name.replaceAll(" ", "_")} ${name}`,
      ...note,
    });
    return { inputs: cleaned(inputs, news), failures, values };
  };
  return {
    ...host,
    async check(olds, news) {
      const { inputs, failures } = await checked(olds, news, {});
      return { inputs, failures };
    },
    async preview(news) {
      const { failures } = await checked({}, news, { [PREVIEW]: splitOf(news).values });
      return failures.map(({ reason }) => reason);
    },
    async diff(id, olds, news) {
      const { changes, ...found } = await host.diff(id, raw(olds), raw(news));
      return { changed: changes !== "DIFF_NONE", ...found };
    },
    async create(inputs) {
      const { id, properties } = await recording(host.create(raw(inputs)), (values) => cleaned(values, inputs));
      return { id, properties: cleaned(properties, inputs) };
    },
    async read(id, given) {
      const { properties, inputs, ...found } = await host.read(id, raw(given));
      return { ...found, properties: cleaned(properties, given), inputs: inputs && cleaned(inputs, given) };
    },
    async update(id, olds, news) {
      const update = host.update(id, raw(olds), raw(news));
      return cleaned(await recording(update, (values) => cleaned(values, news)), news);
    },
    delete: (id, properties) => host.delete(id, raw(properties)),
    shown: host.printed,
  };
}
