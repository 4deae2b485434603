import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { allSettings, EXPLICIT, providerSettings, type SettingName, settingOf } from "../../client/setting-names";
import { type ConfigReader, configFromEngine, Settings } from "../../client/settings";
import { PLUGIN_PACKAGE } from "../../description/names/plugin";
import { nameOfUrn } from "../../description/names/urn";
import { suggestion } from "../../description/spec/spelling";
import { UNKNOWN } from "../../description/spec/unknown";
import type { Values } from "../../description/spec/values";
import { SECRET } from "../shared/secrets";
import { receivedOf } from "./values";

const PREFIX = `${PLUGIN_PACKAGE}:`;
/** Marks an explicit provider. The keys here have no prefix. */
const EXPLICIT_KEY = EXPLICIT.key.slice(PREFIX.length);

/** The engine's names for the default provider: `default`, possibly with a version and this package's address. */
const DEFAULT_NAME = /^default(_\d+_\d+_\d+\w*?)?(_npm_\/pulumi-platform)?$/;

/** Every provider except the default one is explicit: it gets a mark, so that it takes nothing from the environment. */
export function checkConfig(request: messages.CheckRequest): messages.CheckResponse {
  const { values } = receivedOf(request.getNews());
  const isDefault = isDefaultProvider(nameOfUrn(request.getUrn()), values);
  const marked = isDefault ? values : { ...values, [EXPLICIT_KEY]: EXPLICIT.value };
  const entries = Object.entries(marked).map(([name, value]) => {
    const text = value === UNKNOWN ? value : settingText(value);
    return [name, isSecret(name) && text !== "" ? { ...SECRET, value: text } : text] as const;
  });
  const failures = complaintsAbout(marked, isDefault).map((reason) => new messages.CheckFailure().setReason(reason));
  return new messages.CheckResponse()
    .setInputs(Struct.fromJavaScript(Object.fromEntries(entries)))
    .setFailuresList(failures);
}

/** Compares the settings of a provider. A change never replaces the provider, because that would replace all its resources. */
export function diffConfig(request: messages.DiffRequest): messages.DiffResponse {
  const [olds, news] = [receivedOf(request.getOlds()).values, receivedOf(request.getNews()).values];
  const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])].filter((name) => olds[name] !== news[name]);
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  return new messages.DiffResponse().setChanges(names.length === 0 ? DIFF_NONE : DIFF_SOME).setDiffsList(names);
}

export function configOf(request: messages.ConfigureRequest): ConfigReader {
  return readerOf(receivedOf(request.getArgs()).values);
}

/** A value that is not known yet counts as not set. */
const readerOf =
  (values: Values): ConfigReader =>
  (key) => {
    const value = key.startsWith(PREFIX) ? values[key.slice(PREFIX.length)] : undefined;
    return value === undefined || value === UNKNOWN ? undefined : settingText(value);
  };

/**
 * Whether a provider is the default one. The request has only the name, and an explicit provider may have the same name. But the default
 * provider has exactly the settings of the stack's config. So a provider with its own address or token is always explicit, and never gets
 * the token of the environment.
 */
function isDefaultProvider(name: string, values: Values): boolean {
  if (!DEFAULT_NAME.test(name)) return false;
  const config = configFromEngine();
  if (config === undefined) return true;
  return Object.entries(values).every(
    ([name, value]) => !isSetting(name) || settingText(config[name]) === settingText(value),
  );
}

/** What is wrong with the settings of a provider, so that a preview refuses them too. */
function complaintsAbout(values: Values, isDefault: boolean): string[] {
  const known = isDefault ? allSettings : providerSettings;
  const unknown = Object.keys(values).filter(
    (name) => !isOneOf(known, name) && name !== EXPLICIT_KEY && !isOfEngine(name),
  );
  const settings = new Settings(readerOf(values));
  return [
    ...unknown.map((name) => `${name} is unknown. ${suggestion(name, known)}`),
    ...settings.unusable().map(({ why }) => why),
    ...(isDefault || values.baseUrl !== undefined
      ? []
      : ["baseUrl is required, because an explicit provider has its own address"]),
  ];
}

const isOneOf = (names: readonly SettingName[], name: string): name is SettingName =>
  (names as readonly string[]).includes(name);
const isSetting = (name: string): name is SettingName => isOneOf(providerSettings, name);
const isSecret = (name: string): boolean => isSetting(name) && settingOf(name).secret !== undefined;
/** Whether the engine itself keeps a value among the settings. */
const isOfEngine = (name: string): boolean => ["version", "pluginDownloadURL", "__internal"].includes(name);

const settingText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
