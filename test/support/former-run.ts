import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Forgets what hosts of an earlier engine at this address have shared: within an hour tests use the same ports again. */
export function forgetFormerRun(engine: string): void {
  const folder = join(tmpdir(), `pulumi-platform-hosts-${process.getuid?.() ?? userInfo().username}`);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const isFormer = (name: string) => name.startsWith(`${engine.replace(/[^\w.]/g, "-")}~`);
  for (const name of names.filter(isFormer)) rmSync(join(folder, name), { force: true });
}
