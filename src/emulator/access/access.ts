import type { ResourceSpec } from "../../description/spec/resource";
import { notFound, permissionDenied, type Typed, unauthenticated } from "../gateway/errors";
import type { Allowed, Asked, Capability, Route } from "../gateway/route";
import type { EmulatorSettings } from "../options";
import { rootOf } from "../store";
import { isForApi } from "./callers";
import { dotted, neededFor, type Permissions, type Rights } from "./permissions";

export interface AccessOptions {
  /** The bearer token with all permissions. */
  readonly token: string;
  /** Root group that the holder of this token may read but not change. */
  readonly publicRoot: string;
  readonly permissions: Permissions;
  /** The kinds of the platform. They define which permission seeing an object needs. */
  readonly specs: readonly Pick<ResourceSpec, "type" | "needs">[];
  /** The response to identities that lack permission to see an object. */
  readonly forbidden: EmulatorSettings["forbidden"];
}

type Request = Pick<Asked, "params" | "body" | "request" | "caller">;

interface Admitted extends Pick<Asked, "isVisible" | "may"> {
  /** The caller must not see the object, and the route has a response for that case. */
  readonly isHidden: boolean;
}

/** Decides whether a caller gets the response of a route. */
export class Access {
  constructor(private readonly options: AccessOptions) {}

  /** Throws StatusError for callers without a token or permission. The API token may do everything but change the public organization. */
  admit(route: Route, asked: Request): Admitted {
    const { allowed } = route;
    // Where no token is needed, nobody has any capability.
    if ("anyone" in allowed) return { isHidden: false, isVisible: () => false, may: () => false };
    const rights = this.rightsOf(route, asked);
    const may: Asked["may"] = (capability, uid) => rights.at(capability)(uid);
    return { isHidden: this.isHidden(route, asked, rights), isVisible: visibilityFor(allowed, rights), may };
  }

  private isHidden(route: Route, asked: Request, rights: Rights): boolean {
    const { kind, allowed } = route;
    if (!("capabilities" in allowed) || allowed.in === "each") return false;
    const at = targetOf(allowed, asked);
    const lacking = allowed.capabilities.filter((capability) =>
      at === undefined ? !rights.anywhere(capability) : !rights.at(capability)(at),
    );
    if (lacking.length === 0) {
      this.refuseHandingOn(route, asked, rights);
      return false;
    }
    const { of: named = kind } = allowed;
    if (at !== undefined && this.options.forbidden === "hidden" && !this.isSeen(rights, named, at)) {
      if (route.whenHidden !== undefined) return true;
      throw notFound(named, at);
    }
    // Lists are never refused, because they show what the caller may see (platform API: IAM-29).
    if (at === undefined && route.isList === true) return false;
    throw permissionDenied(kind, `caller lacks ${lacking.map(dotted).join(", ")}`);
  }

  private refuseHandingOn({ kind, handsOn }: Route, asked: Request, rights: Rights): void {
    const handed = handsOn?.(asked);
    if (handed === undefined) return;
    const granted = this.options.permissions.granted(handed.role);
    const lacking = granted.find((capability) => !rights.at(capability)(handed.at));
    if (lacking !== undefined) throw permissionDenied(kind, `caller lacks ${dotted(lacking)}, which the role grants`);
  }

  private isSeen(rights: Rights, { type }: Typed, target: string): boolean {
    const spec = this.options.specs.find((one) => one.type === type);
    if (target === "" || spec === undefined) return true;
    return neededFor(spec, "see").every((capability) => rights.at(capability)(target));
  }

  /** Returns the rights of a token. The audience of an exchanged token must include the API. Throws StatusError. */
  private rightsOf({ kind }: Route, { caller: { bearer, exchanged }, request }: Request): Rights {
    const { token, publicRoot, permissions } = this.options;
    if (bearer === undefined) throw unauthenticated(kind, "missing bearer token");
    if (bearer === token) {
      const isOfCustomer = (uid: string): boolean => rootOf(uid) !== publicRoot;
      return { at: (capability) => (capability.endsWith("_LIST") ? () => true : isOfCustomer), anywhere: () => true };
    }
    if (exchanged === undefined) throw unauthenticated(kind, "invalid bearer token");
    if ("complaint" in exchanged) throw unauthenticated(kind, exchanged.complaint);
    if (!isForApi(request, exchanged.audiences)) throw unauthenticated(kind, "token is for another audience");
    return permissions.rightsOf(exchanged);
  }
}

function visibilityFor(allowed: Exclude<Allowed, { readonly anyone: string }>, rights: Rights): Asked["isVisible"] {
  if (!("capabilities" in allowed)) return () => false;
  if (allowed.in === "anywhere") {
    const isAllowed = allowed.capabilities.every(rights.anywhere);
    return () => isAllowed;
  }
  const allows = allowed.capabilities.map(rights.at);
  return (uid) => allows.every((isAllowed) => isAllowed(uid));
}

/** Returns the uid that the permission is checked for, or undefined if any group will do. */
function targetOf(
  { in: place }: Extract<Allowed, { readonly capabilities: readonly Capability[] }>,
  { params, body }: Pick<Asked, "params" | "body">,
): string | undefined {
  if (place === "each" || place === "anywhere") return undefined;
  return "path" in place ? (params[place.path] ?? "") : String(body[place.body]);
}
