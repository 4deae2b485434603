import { Client } from "../../../src/client/api/client";
import { RetryBudget } from "../../../src/client/api/layers/retrying";
import { Journal } from "../../../src/core/journal";
import { ListCaches } from "../../../src/core/lists/caches";
import { group } from "../../../src/description/resources/group";
import { placeOf } from "../../../src/description/spec/place";
import { pluralOf, type ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { JsonObject } from "../../../src/description/wire/json";
import { formatStatus, httpStatusOf } from "../../../src/description/wire/status";

export const item = (name: string, uid = `org/${name}`): JsonObject => ({ uid, name });

/** The list of what is in an organization, on a platform that has these objects. */
export function list(spec: ResourceSpec = group) {
  const state = {
    now: 0,
    lists: 0,
    there: [] as JsonObject[],
    isProven: true,
    refusal: undefined as "INVALID_ARGUMENT" | "PERMISSION_DENIED" | undefined,
  };
  const printed: string[] = [];
  const journal = new Journal({ noteCreate: () => undefined, noteDelete: () => undefined });
  const cache = new ListCaches({ clock: () => state.now, journal, print: (text) => printed.push(text) }).ofParent(
    spec,
    "org",
  );
  const held: (() => void)[] = [];
  let isHolding = false;
  const client = new Client({
    userAgent: "test",
    budget: new RetryBudget(0),
    transport: async () => {
      state.lists += 1;
      const items = [...state.there];
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      const { refusal: code } = state;
      if (code !== undefined) {
        return {
          status: httpStatusOf(code),
          headers: {},
          text: JSON.stringify(formatStatus({ code, message: "no", details: [] })),
        };
      }
      const json = { [pluralOf(spec)]: items, totalCount: String(items.length + (state.isProven ? 0 : 1)) };
      return { status: 200, headers: {}, text: JSON.stringify(json) };
    },
  });
  const at = (desired: Values, isWhole = false) => cache.at(client, placeOf(spec, "org", desired), isWhole);
  return {
    state,
    cache,
    client,
    printed,
    at,
    created: (uid: string, desired: Values) => journal.noteCreate({ spec, uid }, desired, {}),
    changed: (uid: string) => journal.noteChange({ spec, uid }),
    gone: (uid: string) => journal.noteGone({ spec, uid }),
    /** Lists wait until `release`, and then show what was there when they were requested. */
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
    /** What a question about a name finds: that it is free, that it is taken, or nothing, so that it is asked directly. */
    look: async (name: string) => {
      const found = await at({ name });
      return found === undefined ? "alone" : found.length === 0 ? "free" : "taken";
    },
    isShown: async (name: string) => (await cache.item(client, `org/${name}`)) !== undefined,
  };
}
