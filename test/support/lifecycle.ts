import { type Code, type Detail, formatStatus, httpStatusOf } from "../../src/api/status";
import type { HttpRequest } from "../../src/api/transport";
import { AttemptError } from "../../src/api/transport";
import { resources } from "../../src/resources";
import { Sight, type Sighting } from "../../src/visibility/sight";
import { createContext } from "./context";
import { type Scripted, scriptedClient } from "./scripted";

/** A request in one line: `PATCH /iam/v2/groups/org/a updateMask=name`. */
export const lineOf = ({ method, path, query = [] }: HttpRequest): string =>
  [method, path.text, ...query.filter(([key]) => key !== "page_size").map(([key, value]) => `${key}=${value}`)].join(
    " ",
  );

export const bodyOf = ({ body }: HttpRequest): unknown => (body === undefined ? undefined : JSON.parse(body));

/** What a token sees that sees everything: scripts have no answers about role bindings. */
class SeesAll extends Sight {
  override of(): Sighting {
    return { visibility: "visible" };
  }
}

export const seesAll = async (): Promise<Sight> =>
  new SeesAll({ uid: "me", scopes: [], capabilities: [] }, [], { hasAllBefore: 0, isKnown: true });

/** A context whose platform plays the given answers in order, and whose sleeps only advance the clock. */
export function scriptedContext(answers: readonly (Scripted | ((request: HttpRequest) => Scripted))[]) {
  const { client, requests, left, waits } = scriptedClient(answers);
  const sleeps: number[] = [];
  const printed: string[] = [];
  const context = createContext(client, resources, {
    sleep: async (ms) => {
      sleeps.push(ms);
    },
    clock: () => 0,
    print: (text) => printed.push(text),
    sight: seesAll,
  });
  return { context, requests, left, waits, sleeps, printed, lines: () => requests.map(lineOf) };
}

/** An error answer in the platform's form. */
export const refusal = (code: Code, message = "no", details: readonly Detail[] = []): Scripted => ({
  status: httpStatusOf(code),
  json: formatStatus({ code, message, details }),
});

/** The answer for a missing resource of a known kind. */
export const missingResource = (uid: string): Scripted =>
  refusal("NOT_FOUND", `no ${uid}`, [
    { kind: "ResourceInfo", resourceType: "t", resourceName: uid, description: "not found" },
  ]);

/** The answer to a path that the gateway does not know. */
export const unknownPath: Scripted = { status: 404, json: { code: 5, message: "Not Found" } };

/** The connection breaks before the answer. */
export const lostAnswer: Scripted = new AttemptError("the connection broke (ECONNRESET)", false);

/** A successful answer with an object. */
export const object = (json: Record<string, unknown>): Scripted => ({ json });

/** The last page of a List. */
export const listed = (plural: string, ...items: readonly Record<string, unknown>[]): Scripted => ({
  json: items.length === 0 ? { totalCount: "0" } : { [plural]: items, totalCount: String(items.length) },
});
