import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

const OWNER_ONLY = 0o600;

/**
 * Replaces a file atomically and durably: it survives a loss of power. The content is written to a new file with an
 * unpredictable name, so that no link is followed, and then renamed. Keeps the mode of the former file; by default only
 * the owner has access. Throws errors of the file system.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(12).toString("hex")}.tmp`;
  try {
    const file = await open(draft, "wx", OWNER_ONLY);
    try {
      await file.writeFile(content);
      await file.chmod(await modeOf(path));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch {
    return OWNER_ONLY; // There is no file yet.
  }
}

/** Makes the rename durable. Not every system can open a folder; those that cannot need no sync. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch {
    // The content is on disk already, under the old or the new name.
  } finally {
    await folder?.close();
  }
}
