import { gatewayError, noSuchMethod, noSuchPath } from "./errors";
import { PathTemplate } from "./path-template";

export interface Routed {
  readonly method: string;
  readonly path: string;
  /** Whether it is a registry route. Then an unsupported method is reported as an unknown path. */
  readonly isRegistry?: true;
}

export interface Found<R> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route for a raw path. Of several that match, the one with more literal characters wins. A test checks that there are no ties. */
export class Router<R extends Routed> {
  private readonly entries: readonly (readonly [route: R, template: PathTemplate])[];

  constructor(routes: readonly R[]) {
    this.entries = routes
      .map((route) => [route, new PathTemplate(route.path)] as const)
      .sort(([, a], [, b]) => b.literals - a.literals || a.placeholders - b.placeholders);
  }

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

function unescapedParts(parts: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    throw gatewayError("INVALID_ARGUMENT", "malformed path escape");
  }
}
