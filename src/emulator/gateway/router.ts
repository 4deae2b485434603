import { gatewayError, noSuchMethod, noSuchPath } from "./errors";
import { PathTemplate } from "./path-template";

/** What the router has to know of a route. */
export interface Routed {
  readonly method: string;
  /** Template of its path. */
  readonly path: string;
  /** The registry speaks of no methods: one that a path lacks is an unknown path. */
  readonly isRegistry?: true;
}

/** A route and what stands in its path. */
export interface Found<R> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a request by the path as it was sent. Where two routes of a method take the same path, the one that
 * says more of it goes first, `groups/{uid=**}:verb` before `groups/{uid=**}`, wherever they stand in the table. A test sees to
 * it that there are no two of which neither does.
 */
export class Router<R extends Routed> {
  private readonly entries: readonly (readonly [route: R, template: PathTemplate])[];

  constructor(routes: readonly R[]) {
    this.entries = routes
      .map((route) => [route, new PathTemplate(route.path)] as const)
      .sort(([, a], [, b]) => b.literals - a.literals || a.placeholders - b.placeholders);
  }

  /** Throws StatusError where no route takes the request. */
  find(method: string, path: string): Found<R> {
    const matches = this.entries.flatMap(([route, template]) => {
      const parts = template.match(path);
      return parts === undefined ? [] : [{ route, parts }];
    });
    const found = matches.find(({ route }) => route.method === method);
    if (found === undefined && !matches.some(({ route }) => !route.isRegistry)) throw noSuchPath();
    const params = unescapedParts((found ?? matches.at(-1))?.parts ?? {});
    if (found === undefined) throw noSuchMethod();
    return { route: found.route, params };
  }
}

/** The parts of a path, each decoded once. */
function unescapedParts(parts: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    throw gatewayError("INVALID_ARGUMENT", "malformed path escape");
  }
}
