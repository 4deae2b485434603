import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimes, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { note } from "./process.mjs";

const HEARTBEAT_MS = 2_000;
const SILENCE_MS = 20_000;

/**
 * Runs `work` while holding the lock file `file`, so that two commands do not do the same work at once. Waits for a
 * live holder, takes over from a dead one, and always releases the lock.
 */
export async function withLock(file, work) {
  const mark = `${process.pid} ${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true });
  await take(file, mark);
  const heartbeat = setInterval(() => utimes(file, new Date(), new Date(), () => {}), HEARTBEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (holderOf(file)?.mark === mark) rmSync(file, { force: true });
  }
}

async function take(file, mark) {
  for (let waits = 0; ; waits++) {
    try {
      return writeFileSync(file, mark, { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = holderOf(file);
    if (holder?.dead) evict(file, holder.mark);
    else if (holder) {
      if (waits % 100 === 0) note(`waiting for process ${holder.mark.split(" ")[0]}, which does the same`);
      await sleep(300);
    }
  }
}

/**
 * The holder of the lock. A pid alone is not reliable (they are reused, and containers have their own), so there is a
 * heartbeat too.
 */
function holderOf(file) {
  try {
    const mark = readFileSync(file, "utf8");
    const silent = Date.now() - statSync(file).mtimeMs > SILENCE_MS;
    return { mark, dead: silent || (mark !== "" && !isAlive(Number.parseInt(mark, 10))) };
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Renames before removing: only one of several waiting processes succeeds, and a lock with a new holder is put back.
 */
function evict(file, mark) {
  const grave = `${file}.${process.pid}`;
  try {
    renameSync(file, grave);
    if (readFileSync(grave, "utf8") === mark) rmSync(grave);
    else renameSync(grave, file);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
