import { scrub } from "../../client/api/secret";
import { messageOf } from "../../core/core";
import { endWithEngine } from "../shared/watchdog";
import { strayErrorText } from "./failures";
import { PluginServer } from "./server";

/** The plugin's process. The engine reads the port from the first line of output. Later output goes to the engine's log, without secrets. */
async function main(engine: string | undefined): Promise<void> {
  const server = new PluginServer(engine);
  // The process goes on, because a create in progress must still return its result.
  for (const event of ["unhandledRejection", "uncaughtException"] as const)
    process.on(event, (error: unknown) => server.log.warn(strayErrorText(error)));
  const port = await server.listen();
  process.stdout.write(`${port}\n`);
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk: unknown) => {
      server.log.info(String(chunk).trimEnd());
      return true;
    };
  }
  // The engine sends this signal at the end of a run, and waits for five seconds.
  process.on("SIGINT", () => void server.close().then(() => process.exit(0)));
  endWithEngine(engine, () => server.cancel());
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${scrub(messageOf(error))}\n`);
  process.exit(1);
});
