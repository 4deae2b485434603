import * as log from "@pulumi/pulumi/log";
import { SECRET_KEY } from "../../description/names/dynamic";

/** The SDK logs responses with secrets in plain text, and `pulumi up --json` prints debug messages (seen in 3.230). */
export function hideSecretsInDebugMessages(): void {
  const sdk = log as { debug: typeof log.debug };
  const print = sdk.debug;
  if ("hidesSecrets" in print) return;
  const hiding: typeof print = (message, ...rest) => {
    const at = message.indexOf(SECRET_KEY);
    return print(at < 0 ? message : `${message.slice(0, at)}[the rest contains secrets]`, ...rest);
  };
  sdk.debug = Object.assign(hiding, { hidesSecrets: true });
}
