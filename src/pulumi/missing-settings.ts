import { type CustomResourceOptions, log, runtime } from "@pulumi/pulumi";
import { ConfigurationError } from "../api/errors";
import { missingForRequests, type SettingName, settingNames } from "../setting-names";

let isChecked = false;

/**
 * Ends a program that cannot reach the platform with one error, at its first resource: otherwise each of its resources
 * has one. A preview goes on, since it sends nothing for most resources, and says once what `pulumi up` will need.
 *
 * Only where the CLI runs the program, so that the provider's process has the same environment: an inline program of the
 * Automation API has another. Only for resources without a provider of their own, which brings settings.
 *
 * @param type of the resource
 */
export function checkSettings(type: string, { provider, parent }: CustomResourceOptions): void {
  if (isChecked || !isRunByCli() || provider !== undefined || parent?.getProvider(type) !== undefined) return;
  isChecked = true;
  const missing = missingForRequests(isSet);
  if (missing.length === 0) return;
  if (!runtime.isDryRun()) throw new ConfigurationError(missing.join(". "));
  void log.warn(`this preview does not ask the platform, and the update cannot be made: ${missing.join(". ")}`);
}

const isRunByCli = (): boolean => /[\\/]cmd[\\/]run([\\/]|$)/.test(process.argv[1] ?? "");

function isSet(name: SettingName): boolean {
  const [key, variable] = settingNames[name];
  // biome-ignore lint/style/noProcessEnv: a program that only declares resources does not load the settings, but their names.
  return Boolean(runtime.getConfig(key)) || Boolean(process.env[variable]);
}
