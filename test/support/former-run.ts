import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/**
 * Forgets what the hosts of an earlier engine at this address have shared. Tests use up the ports of a machine within the hour in which that
 * counts, and their resident hosts live on.
 */
export function forgetFormerRun(engine: string): void {
  const folder = join(tmpdir(), `pulumi-platform-hosts-${process.getuid?.() ?? userInfo().username}`);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const isFormer = (name: string) => name.startsWith(`${engine.replace(/[^\w.]/g, "-")}~`);
  for (const name of names.filter(isFormer)) rmSync(join(folder, name), { force: true });
}
