import type { RequestRecord } from "../../src/emulator";

/** A request that changes something, in the form that tests compare. */
export interface Mutation {
  readonly method: string;
  /** Path, decoded. */
  readonly target: string;
  /** The update mask, in the proto's spelling. */
  readonly mask?: string;
  /** The leaves of the body that was sent, as mask paths in the proto's spelling. */
  readonly paths?: readonly string[];
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The requests that changed something: without reads and refused requests. */
export function mutations(requests: readonly RequestRecord[]): Mutation[] {
  return requests
    .filter(({ method, status }) => method !== "GET" && status !== undefined && status < 300)
    .map(({ method, path, query, body }) => {
      const target = decodeURIComponent(path);
      if (method !== "PATCH") return { method, target };
      const mask = snake(new URLSearchParams(query).get("updateMask") ?? "");
      return { method, target, mask, paths: leavesAlong(body, mask.split(",")) };
    });
}

/** The paths of a body, each cut at the end of its mask path. */
function leavesAlong(body: unknown, mask: readonly string[], prefix = ""): string[] {
  if (mask.includes(prefix) || typeof body !== "object" || body === null || Array.isArray(body)) return [prefix];
  return Object.entries(body).flatMap(([name, value]) =>
    leavesAlong(value, mask, prefix === "" ? snake(name) : `${prefix}.${snake(name)}`),
  );
}
