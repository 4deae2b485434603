import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { EXPLICIT, providerSettings, type SettingName, settingOf } from "../../setting-names";
import { type ConfigReader, configFromEngine } from "../../settings";
import { UNKNOWN } from "../../spec/unknown";
import type { Values } from "../../spec/values";
import { SECRET } from "../shared/secrets";
import { PLUGIN_PACKAGE } from "./names";
import { receivedOf } from "./values";

const PREFIX = `${PLUGIN_PACKAGE}:`;
/** Marks an explicit provider. The keys here have no prefix. */
const EXPLICIT_KEY = EXPLICIT.key.slice(PREFIX.length);

/** The engine's names for the default provider: `default`, possibly with a version and this package's address. */
const DEFAULT_NAME = /^default(_\d+_\d+_\d+\w*?)?(_npm_\/pulumi-platform)?$/;

/**
 * Checks the settings of a provider. Every provider except the default one is explicit, and gets a mark, so that it takes nothing from the
 * environment. The class `Provider` always adds the mark.
 */
export function checkConfig(request: messages.CheckRequest): messages.CheckResponse {
  const { values } = receivedOf(request.getNews());
  const isDefault = isDefaultProvider(nameOf(request.getUrn()), values);
  const marked = isDefault ? values : { ...values, [EXPLICIT_KEY]: EXPLICIT.value };
  const entries = Object.entries(marked).map(([name, value]) => {
    const text = value === UNKNOWN ? value : textOf(value);
    return [name, isSecret(name) && text !== "" ? { ...SECRET, value: text } : text] as const;
  });
  const failures = isDefault
    ? []
    : complaintsAbout(values).map((reason) => new messages.CheckFailure().setReason(reason));
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

/** Reads the settings of a provider by the keys of the stack's config. */
export function configOf(request: messages.ConfigureRequest): ConfigReader {
  const { values } = receivedOf(request.getArgs());
  return (key) => {
    const value = key.startsWith(PREFIX) ? values[key.slice(PREFIX.length)] : undefined;
    return value === undefined || value === UNKNOWN ? undefined : textOf(value);
  };
}

/**
 * Whether a provider is the default one. The request has only the name, and an explicit provider may have the same name. But the default
 * provider has exactly the settings of the stack's config. So a provider with its own address or token is always explicit, and never gets
 * the token of the environment.
 */
function isDefaultProvider(name: string, values: Values): boolean {
  if (!DEFAULT_NAME.test(name)) return false;
  const config = configFromEngine();
  if (config === undefined) return true;
  return Object.entries(values).every(([name, value]) => !isSetting(name) || textOf(config[name]) === textOf(value));
}

/** What is wrong with the settings of an explicit provider, for programs that do not use the class `Provider`. */
function complaintsAbout(values: Values): string[] {
  const unknown = Object.keys(values).filter((name) => name !== EXPLICIT_KEY && !isSetting(name) && !isOfEngine(name));
  const complaints = unknown.map((name) => `${name}: no such setting`);
  return values.baseUrl === undefined
    ? [...complaints, "baseUrl is required, because an explicit provider has its own address"]
    : complaints;
}

const isSetting = (name: string): name is SettingName => (providerSettings as readonly string[]).includes(name);
const isSecret = (name: string): boolean => isSetting(name) && settingOf(name).secret !== undefined;
/** Whether the engine itself keeps a value among the settings. */
const isOfEngine = (name: string): boolean => ["version", "pluginDownloadURL", "__internal"].includes(name);

const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
