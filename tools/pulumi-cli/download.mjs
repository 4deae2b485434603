import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { note, run, SetupError } from "../process.mjs";

const ANSWER_MS = 5_000;
const STALL_MS = 30_000;

/** Where Pulumi publishes its releases. The archives and their checksums lie on two hosts: who forges one needs the other. */
const official = (version) => ({
  archives: "https://get.pulumi.com/releases/sdk",
  checksums: `https://github.com/pulumi/pulumi/releases/download/v${version}`,
});

/**
 * Downloads a release of the Pulumi CLI for this machine, checks its SHA-256 against the release's checksum file, and
 * unpacks its programs into `folder`. Rejects with a SetupError that says why not, within seconds when offline.
 */
export async function downloadRelease(version, folder, { archives, checksums } = official(version)) {
  const isWindows = process.platform === "win32";
  const name = `pulumi-v${version}-${isWindows ? "windows" : process.platform}-${process.arch}.${isWindows ? "zip" : "tar.gz"}`;
  const published = (await get(`${checksums}/pulumi-${version}-checksums.txt`)).toString();
  const expected = published.match(new RegExp(`^([0-9a-f]{64})\\s+\\*?${name.replaceAll(".", "\\.")}$`, "im"))?.[1];
  if (!expected) throw new SetupError(`the release's checksum file does not list ${name}`);

  note(`downloading ${archives}/${name}`);
  const archive = await get(`${archives}/${name}`);
  const actual = createHash("sha256").update(archive).digest("hex");
  if (actual !== expected.toLowerCase()) {
    throw new SetupError(`${name} was refused: its SHA-256 is ${actual}, the release says ${expected}`);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), archive);
  // Windows' own tar reads zip files, a GNU tar that comes first on PATH does not.
  const tar = isWindows ? join(process.env.SystemRoot ?? "C:\\Windows", "System32", "tar.exe") : "tar";
  await run(tar, ["-xf", name, `--strip-components=${isWindows ? 2 : 1}`], { cwd: folder });
  rmSync(join(folder, name));
}

/** GET as bytes; gives up after 5 s without an answer, or 30 s without a byte. */
async function get(url) {
  const controller = new AbortController();
  const giveUp = (ms) => setTimeout(() => controller.abort(new Error(`silent for ${ms / 1000} s`)), ms);
  let timer = giveUp(ANSWER_MS);
  try {
    const reply = await fetch(url, { signal: controller.signal });
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    const chunks = [];
    for await (const chunk of reply.body) {
      clearTimeout(timer);
      timer = giveUp(STALL_MS);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw new SetupError(`GET ${url}: ${error.cause?.message ?? error.message}`);
  } finally {
    clearTimeout(timer);
  }
}
