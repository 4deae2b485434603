import { endWithEngine } from "../shared/watchdog";
import { PluginServer } from "./server";

/**
 * The process of the plugin. The engine starts it with its address, and reads the port from the first line of standard output. It
 * shows nothing that is printed later, and dumps all of it when the process crashes: so that goes to the engine's log instead,
 * without secrets.
 */
async function main(engine: string | undefined): Promise<void> {
  const server = new PluginServer(engine);
  const port = await server.listen();
  process.stdout.write(`${port}\n`);
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk: unknown) => {
      server.log.info(String(chunk).trimEnd());
      return true;
    };
  }
  process.on("unhandledRejection", (error) => server.log.warn(String(error)));
  process.on("uncaughtException", (error) => server.log.warn(String(error)));
  // The engine asks so at the end of a run, and waits for five seconds.
  process.on("SIGINT", () => void server.close().then(() => process.exit(0)));
  endWithEngine(engine);
}

void main(process.argv[2]);
