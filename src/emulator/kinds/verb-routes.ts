import type { Context, Hono } from "hono";
import { type NamedField, nameOf, type ResourceSpec, subresourceFields } from "../../spec/resource";
import { computed, type Fields, optional, uid } from "../../spec/types";
import { invalidArgument, messageNameOf, noSuchMethod, noSuchPath, notFound, StatusError } from "../gateway/errors";
import { type Env, okReply, targetOf } from "../gateway/http";
import { applyMask, derivedMask, type Mask, resolvePath } from "../gateway/masks";
import { pascal, wireFields } from "../gateway/names";
import { writeMessage } from "../gateway/protojson";
import { Query } from "../gateway/queries";
import type { Settings } from "../options";
import { type Access, authorize, bodyOf, unescaped, visibleTo } from "./access";
import type { Platform } from "./platform";

export interface RouterOptions extends Access {
  readonly platform: Platform;
  readonly settings: Settings;
}

/** Adds the routes of one kind of resource, all derived from its spec. `readOnly` kinds have List and Get. */
export function addRoutes(app: Hono<Env>, spec: ResourceSpec, options: RouterOptions, readOnly = false): void {
  const routes = new ResourceRoutes(spec, options, readOnly);
  const handle = (c: Context<Env>) => routes.handle(c);
  app.all(spec.collection, handle);
  app.all(`${spec.collection}/*`, handle);
}

class ResourceRoutes {
  constructor(
    private readonly spec: ResourceSpec,
    private readonly options: RouterOptions,
    private readonly readOnly: boolean,
  ) {}

  /** Answers one request. What the gateway itself refuses comes first, then the token, then what the service refuses. */
  handle(c: Context<Env>): Response {
    const { spec, options } = this;
    const { path, query } = targetOf(c.env.incoming);
    const target = this.uidOf(path);
    const { method } = c.req;
    const field = subresourceFields(spec).find(([, { options: own }]) =>
      target?.endsWith(`/${own.subresource?.segment}`),
    );
    if (field !== undefined && target !== undefined && (method === "GET" || method === "PATCH")) {
      return this.reply(this.subresource(c, field, target.slice(0, target.lastIndexOf("/"))));
    }
    switch (this.readOnly && method !== "GET" ? "" : method) {
      case "GET": {
        const asked = new Query(query);
        this.authorize(c, target);
        if (target === undefined && spec.listMayBeShadowed && !options.settings.identityProvidersListed) {
          throw notFound(spec, "");
        }
        if (target === undefined) {
          return this.reply(options.platform.list(spec, asked, visibleTo(c, options, spec)));
        }
        return this.reply(options.platform.write(spec, options.platform.get(spec, target), "get"));
      }
      case "POST": {
        const body = bodyOf(c, wireFields(spec), messageNameOf(spec));
        this.authorize(c, target ?? "", "create");
        const made = options.platform.create(spec, target ?? "", body.values);
        return this.reply(options.platform.write(spec, made, "other"));
      }
      case "PATCH":
        return this.update(c, target ?? "", query);
      case "DELETE":
        if (this.mayDelete(c, target ?? "")) options.platform.delete(spec, target ?? "");
        return options.settings.deleteBody === "empty" ? new Response(null) : this.reply({});
      default:
        throw noSuchMethod();
    }
  }

  private update(c: Context<Env>, target: string, query: string): Response {
    const { spec, options } = this;
    if (spec.update !== "patch") throw noSuchMethod();
    const fields = wireFields(spec);
    const body = bodyOf(c, fields, messageNameOf(spec));
    const derived = derivedMask(fields, body.node, messageNameOf(spec));
    const asked = explicitPaths(new Query(query));
    this.authorize(c, target, "update");
    const mask = asked === undefined ? derived : this.mask(fields, asked);
    return this.reply(options.platform.write(spec, options.platform.update(spec, target, body.values, mask), "other"));
  }

  /** The paths of an explicit mask. The gateway passes them as written; the service knows one spelling (wire 18). */
  private mask(fields: Fields, paths: readonly string[]): Mask {
    if (paths.includes("*")) return "*";
    return paths
      .filter((path) => path !== "")
      .map((path) => {
        const resolved = resolvePath(fields, path, this.options.settings.maskSpelling);
        if (resolved !== undefined) return resolved;
        throw invalidArgument(this.spec, "update_mask", `unknown field path "${path}" for ${nameOf(this.spec)}`);
      });
  }

  /** GET and PATCH of a field that lives at a path of its own, `{uid}/readme`. */
  private subresource(c: Context<Env>, [name, field]: NamedField, target: string): unknown {
    const { spec, options } = this;
    const property = field.options.subresource?.property ?? name;
    const fields: Fields = { uid: computed(uid()), [property]: optional(field.type) };
    const messageName = `${messageNameOf(spec)}${pascal(name)}`;
    const body = bodyOf(c, fields, messageName);
    const mask = derivedMask(fields, body.node, messageName);
    this.authorize(c, target, c.req.method === "PATCH" ? "update" : undefined);
    const resource = options.platform.get(spec, target);
    const recorded = { [property]: resource.values[name] };
    const { [property]: value } = c.req.method === "PATCH" ? applyMask(fields, recorded, body.values, mask) : recorded;
    if (c.req.method === "PATCH") options.platform.put({ ...resource, values: { ...resource.values, [name]: value } });
    return writeMessage(fields, { uid: target, [property]: value }, options.settings.emitUnpopulated);
  }

  /** What follows the collection in a path, decoded once; undefined for the collection itself. */
  private uidOf(path: string): string | undefined {
    const { collection } = this.spec;
    if (path === collection) return undefined;
    if (!path.startsWith(`${collection}/`)) throw noSuchPath();
    return unescaped(path.slice(collection.length + 1));
  }

  private authorize(c: Context<Env>, target?: string, verb?: string): void {
    const { spec: kind, options } = this;
    const targetKind = verb === "create" ? options.platform.parentOf(kind) : kind;
    authorize(c, options, { kind, target, targetKind, verb });
  }

  /** False where the resource is hidden from the caller, and the delete of a missing one succeeds. Throws StatusError. */
  private mayDelete(c: Context<Env>, target: string): boolean {
    try {
      this.authorize(c, target, "delete");
      return true;
    } catch (error) {
      const isHidden = error instanceof StatusError && error.status.code === "NOT_FOUND";
      if (isHidden && this.spec.idempotentDelete) return false;
      throw error;
    }
  }

  private reply(body: unknown): Response {
    return okReply(body, this.options.settings);
  }
}

/** Paths of the mask in a query: one value split at commas, or `update_mask.paths` once for each (wire 18). */
function explicitPaths(query: Query): string[] | undefined {
  const whole = query.text("update_mask");
  const each = query.texts("update_mask.paths");
  if (whole === undefined && each.length === 0) return undefined;
  return [...(whole?.split(",") ?? []), ...each];
}
