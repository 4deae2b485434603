import * as log from "@pulumi/pulumi/log";

/** The key that marks a secret on the wire between program and engine. */
const SECRET = "4dabf18193072939515e22adb298388d";

/**
 * Removes secrets from the SDK's debug messages. The SDK logs the engine's answer to every registration with secrets in
 * plain text, and `pulumi up --json` always prints debug messages (seen with 3.230).
 */
export function hideSecretsInDebugMessages(): void {
  const sdk = log as { debug: typeof log.debug };
  const print = sdk.debug;
  if ("hidesSecrets" in print) return;
  const hiding: typeof print = (message, ...rest) => {
    const at = message.indexOf(SECRET);
    return print(at < 0 ? message : `${message.slice(0, at)}[the rest holds secrets]`, ...rest);
  };
  sdk.debug = Object.assign(hiding, { hidesSecrets: true });
}
