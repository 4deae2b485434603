import { type CustomResourceOptions, log, type ProviderResource, runtime } from "@pulumi/pulumi";
import {
  type AdoptMode,
  adoptModeOf,
  adoptModeText,
  missingForRequests,
  type SettingName,
  settingNames,
} from "../setting-names";
import { takesOver } from "./provider-instance";
import { runError } from "./run-error";

let isChecked = false;

/**
 * Ends a program that cannot reach the platform with one error, at its first resource: otherwise each of its resources
 * has one. A preview goes on, since it sends nothing for most resources, and says once what `pulumi up` will need. It ends as
 * well where the setting adoptExisting is none of its values.
 *
 * Only where the CLI runs the program, so that the provider's process has the same environment: an inline program of the
 * Automation API has another. Only for resources without a provider of their own, which brings settings.
 *
 * @param type of the resource
 */
export function checkSettings(type: string, options: CustomResourceOptions): void {
  if (isChecked || !isRunByCli() || providerOf(type, options) !== undefined) return;
  isChecked = true;
  if (adoptModeOf(adoptExisting().value) === undefined) {
    throw runError(adoptModeText(adoptExisting().origin));
  }
  const missing = missingForRequests(isSet);
  if (missing.length === 0) return;
  if (!runtime.isDryRun()) throw runError(missing.join(". "));
  void log.warn(`this preview does not ask the platform, and the update cannot be made: ${missing.join(". ")}`);
}

/**
 * Whether creates may take over what they find: as the setting adoptExisting of the stack or of an explicit provider says. A
 * preview then asks what there is.
 *
 * @param type of the resource
 */
export function mayTakeOver(type: string, options: CustomResourceOptions): boolean {
  const provider = providerOf(type, options);
  if (provider !== undefined) return takesOver(provider);
  const never: AdoptMode = "never";
  return adoptExisting().value !== never;
}

const providerOf = (type: string, { provider, parent }: CustomResourceOptions): ProviderResource | undefined =>
  provider ?? parent?.getProvider(type);

/** The stack's setting, for which the environment takes precedence over the config. */
function adoptExisting(): { readonly value: string; readonly origin: string } {
  const [key, variable] = settingNames.adoptExisting;
  // biome-ignore lint/style/noProcessEnv: as below.
  const inEnvironment = process.env[variable];
  if (inEnvironment) return { value: inEnvironment, origin: variable };
  return { value: runtime.getConfig(key) || "never", origin: key };
}

const isRunByCli = (): boolean => /[\\/]cmd[\\/]run([\\/]|$)/.test(process.argv[1] ?? "");

function isSet(name: SettingName): boolean {
  const [key, variable] = settingNames[name];
  // biome-ignore lint/style/noProcessEnv: a program that only declares resources does not load the settings, but their names.
  return Boolean(runtime.getConfig(key)) || Boolean(process.env[variable]);
}
