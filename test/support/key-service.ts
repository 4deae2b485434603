import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A key service for the stacks of the tests, with the API of Vault: `pulumi stack init --secrets-provider hashivault://test`.
 * Deriving a key from a passphrase costs each command of the CLI a fifth of a second. Either way, a key of 256 bits encrypts
 * the secrets in the state.
 */
export const SECRETS_PROVIDER = "hashivault://test";

let started: Promise<Readonly<Record<string, string>>> | undefined;

/** The environment in which the CLI finds the service; it ends with this process. */
export function keyService(): Promise<Readonly<Record<string, string>>> {
  started ??= start();
  return started;
}

async function start(): Promise<Readonly<Record<string, string>>> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    const { plaintext, ciphertext = "" } = JSON.parse(body) as { plaintext?: string; ciphertext?: string };
    // It answers only to this machine and stores nothing: its ciphertext is the plain text with a prefix.
    const data =
      plaintext === undefined ? { plaintext: ciphertext.replace(MARK, "") } : { ciphertext: MARK + plaintext };
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: "test" };
}

const MARK = "vault:v1:";
