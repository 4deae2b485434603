import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const READY_WITHIN_MS = 20_000;

/** A bucket on an S3-compatible server of its own, on the loopback. */
export interface Bucket {
  readonly port: number;
  /** Credentials for the AWS SDK inside of Pulumi, and none of the user's settings for it. */
  readonly credentials: Readonly<Record<string, string>>;
  /** URL of the bucket as Pulumi's backend, for a server that is reached at a port of this machine. */
  backend(port: number): string;
  close(): Promise<void>;
}

/**
 * Starts the server with an empty bucket in a temporary folder. Its credentials are made up for this run, and reach it by its
 * environment: no list of processes shows them.
 *
 * @param program versitygw (gateway.mjs)
 */
export async function startBucket(program: string): Promise<Bucket> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-bucket-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  for (const name of ["data/state", "metadata"]) mkdirSync(join(folder, name), { recursive: true });
  const [access, secret] = [randomBytes(10).toString("hex"), randomBytes(20).toString("hex")];
  const port = await freePort();
  // A file system without extended attributes will do: what S3 stores beside an object lies in a folder of its own.
  const args = ["--port", `127.0.0.1:${port}`, "--quiet", "posix", "--sidecar", join(folder, "metadata")];
  const server = spawn(program, [...args, join(folder, "data")], {
    env: { PATH: process.env.PATH, HOME: folder, ROOT_ACCESS_KEY_ID: access, ROOT_SECRET_ACCESS_KEY: secret },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(server, "close");
  process.once("exit", remove);
  const close = async () => {
    server.kill();
    await ended;
    process.off("exit", remove);
    remove();
  };
  if (!(await answers(port, () => server.exitCode === null))) {
    await close();
    throw new Error(`the S3-compatible server does not answer: ${printed}`);
  }
  return {
    port,
    credentials: {
      AWS_ACCESS_KEY_ID: access,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_SESSION_TOKEN: "",
      AWS_PROFILE: "",
      AWS_EC2_METADATA_DISABLED: "true",
    },
    backend: (at) => `s3://state?endpoint=http://127.0.0.1:${at}&s3ForcePathStyle=true&region=us-east-1`,
    close,
  };
}

/** Returns a port that was free a moment ago, because the server cannot choose one and report it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  server.close();
  await once(server, "close");
  return port;
}

async function answers(port: number, isAlive: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline && isAlive(); await sleep(50)) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return true;
  }
  return false;
}
