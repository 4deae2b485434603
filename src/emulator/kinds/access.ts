import type { ResourceSpec } from "../../spec/resource";
import { type Kind, notFound, permissionDenied, unauthenticated } from "../gateway/errors";
import type { Allowed, Asked, Capability, Grants, Narrowing, Route } from "../gateway/route";
import type { Settings } from "../options";
import { rootOf } from "../store";
import { isForApi } from "./callers";
import { dotted, isAnywhere, neededFor, type Permissions } from "./permissions";

/** Settings of access control. */
export interface AccessOptions {
  /** The bearer token with all permissions. */
  readonly token: string;
  /** Root group that the holder of this token may read but not change. */
  readonly publicRoot: string;
  /** Permissions of identities with exchanged tokens. */
  readonly permissions: Permissions;
  /** The kinds of the platform, by which it knows what seeing an object needs. */
  readonly specs: readonly Pick<ResourceSpec, "type" | "needs">[];
  /** How to answer identities that lack permission to see an object. */
  readonly forbidden: Settings["forbidden"];
}

/** The parts of a request that matter for permissions. */
type Request = Pick<Asked, "params" | "body" | "request" | "caller">;

/** The subject of a token: the administrator or an identity. */
const ADMIN = Symbol("the token of the API");
type Subject = typeof ADMIN | ({ readonly identity: string; readonly grants?: Grants | undefined } & Narrowing);

/** Decides whether a caller gets the answer of a route. */
export class Access {
  constructor(private readonly options: AccessOptions) {}

  /**
   * Rejects callers without a token or without permission. The API token may do everything except change the public
   * organization; identities have the permissions of their roles. Returns "hidden" if the caller must not see the
   * object and the route has an answer for that case. Throws StatusError.
   */
  check(route: Route, asked: Request): "shown" | "hidden" {
    const { kind, allowed } = route;
    if ("anyone" in allowed) return "shown";
    const subject = this.subjectOf(route, asked);
    if ("anyCaller" in allowed || allowed.in === "each") return "shown";
    const at = targetOf(allowed, asked);
    const lacking = allowed.capabilities.filter((capability) =>
      at === undefined ? !this.mayAnywhere(subject, capability) : !this.may(subject, capability)(at),
    );
    if (lacking.length === 0) {
      this.refuseHandingOn(route, asked, subject);
      return "shown";
    }
    const { of: named = kind } = allowed;
    if (at !== undefined && this.options.forbidden === "hidden" && !this.isSeen(subject, named, at)) {
      if (route.whenHidden !== undefined) return "hidden";
      throw notFound(named, at);
    }
    // Lists are never refused: they show what the caller may see (platform API: IAM-29).
    if (at === undefined && route.isList === true) return "shown";
    throw permissionDenied(kind, `caller lacks ${lacking.map(dotted).join(", ")}`);
  }

  /** Refuses a caller who would hand on more than it holds. */
  private refuseHandingOn({ kind, handsOn }: Route, asked: Request, subject: Subject): void {
    const handed = handsOn?.(asked);
    if (handed === undefined) return;
    const granted = this.options.permissions.granted(handed.role);
    const lacking = granted.find((capability) => !this.may(subject, capability)(handed.at));
    if (lacking !== undefined) throw permissionDenied(kind, `caller lacks ${dotted(lacking)}, which the role grants`);
  }

  /** A filter for the uids that a list may show to the caller. Throws StatusError. */
  visible(route: Route, asked: Request): (uid: string) => boolean {
    const { allowed } = route;
    if (!("capabilities" in allowed)) return () => false;
    const subject = this.subjectOf(route, asked);
    if (allowed.in === "anywhere") {
      const isAllowed = allowed.capabilities.every((capability) => this.mayAnywhere(subject, capability));
      return () => isAllowed;
    }
    const allows = allowed.capabilities.map((capability) => this.may(subject, capability));
    return (uid) => allows.every((isAllowed) => isAllowed(uid));
  }

  /** Tells whether the caller has a capability at a uid. Nobody has any where no token is needed. */
  holds(route: Route, asked: Request): (capability: Capability, uid: string) => boolean {
    if ("anyone" in route.allowed) return () => false;
    const subject = this.subjectOf(route, asked);
    return (capability, uid) => this.may(subject, capability)(uid);
  }

  /** Whether the caller may see the object. */
  private isSeen(subject: Subject, { type }: Kind, target: string): boolean {
    const spec = this.options.specs.find((one) => one.type === type);
    if (subject === ADMIN || target === "" || spec === undefined) return true;
    return neededFor(spec, "see").every((capability) => this.may(subject, capability)(target));
  }

  private may(subject: Subject, capability: Capability): (uid: string) => boolean {
    if (subject === ADMIN) {
      return isLook(capability) ? () => true : (uid) => rootOf(uid) !== this.options.publicRoot;
    }
    const { scopes, capabilities } = subject;
    if (capabilities.length > 0 && !capabilities.includes(capability)) return () => false;
    return this.options.permissions.within(this.grantsOf(subject), capability, scopes);
  }

  private mayAnywhere(subject: Subject, capability: Capability): boolean {
    if (subject === ADMIN) return true;
    const { scopes, capabilities } = subject;
    if (capabilities.length > 0 && !capabilities.includes(capability)) return false;
    return isAnywhere(this.grantsOf(subject), capability, scopes);
  }

  /** What a token grants: what held when it was made, or else what its identity can do at present. */
  private grantsOf({ identity, grants }: Exclude<Subject, typeof ADMIN>): Grants {
    return grants ?? this.options.permissions.grantsOf(identity);
  }

  /** The subject of a token. The audience of an exchanged token must include the API. Throws StatusError. */
  private subjectOf({ kind }: Route, { caller: { bearer, exchanged }, request }: Request): Subject {
    if (bearer === undefined) throw unauthenticated(kind, "missing bearer token");
    if (bearer === this.options.token) return ADMIN;
    if (exchanged === undefined) throw unauthenticated(kind, "invalid bearer token");
    if ("complaint" in exchanged) throw unauthenticated(kind, exchanged.complaint);
    if (!isForApi(request, exchanged.audiences)) throw unauthenticated(kind, "token is for another audience");
    return exchanged;
  }
}

/** The uid that the permission is checked for; undefined where it may be held in any group. */
function targetOf(
  { in: place }: Extract<Allowed, { readonly capabilities: readonly Capability[] }>,
  { params, body }: Pick<Asked, "params" | "body">,
): string | undefined {
  if (place === "each" || place === "anywhere") return undefined;
  return "path" in place ? (params[place.path] ?? "") : String(body[place.body]);
}

const isLook = (capability: Capability): boolean => capability.endsWith("_LIST");
