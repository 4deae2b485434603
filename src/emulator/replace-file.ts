import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

const OWNER_ONLY = 0o600;

/**
 * Writes a file whole or not at all, and settles when it would be there after a loss of power. The new content is written
 * beside the file under a name that nobody can know, which is made anew, so that no link is followed there, and takes the
 * place of the former. It has the mode of the former, or is for the owner only. Throws what the file system says.
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

/** Makes the new name last. Not every system can open a folder; what cannot has no such call. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch {
    // The content is safe already, under the old name or the new one.
  } finally {
    await folder?.close();
  }
}
