import { randomBytes } from "node:crypto";
import { chmod, rename, rm, stat, writeFile } from "node:fs/promises";

const OWNER_ONLY = 0o600;

/**
 * Replaces a file as a whole. The content is written to a new file with an unpredictable name, so that no link is followed, and then
 * renamed. Keeps the mode of the former file; by default only the owner has access. Throws errors of the file system.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(12).toString("hex")}.tmp`;
  const former = await stat(path).catch(() => undefined);
  try {
    await writeFile(draft, content, { flag: "wx", mode: OWNER_ONLY });
    if (former !== undefined) await chmod(draft, former.mode & 0o777);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    // Nobody knows the name of the draft.
    if (error instanceof Error) error.message = error.message.replaceAll(draft, path);
    throw error;
  }
}
