import { pluralOf } from "../../spec/resource";
import { type Kind, notFound, permissionDenied, unauthenticated } from "../gateway/errors";
import { snake } from "../gateway/names";
import type { Allowed, Asked, Capability, Grants, Narrowing, Route } from "../gateway/route";
import type { Settings } from "../options";
import { rootOf } from "../store";
import { isForApi } from "./callers";
import { capabilityOf, type Permissions } from "./permissions";

/** Settings of access control. */
export interface AccessOptions {
  /** The bearer token with all permissions. */
  readonly token: string;
  /** Root group that the holder of this token may read but not change. */
  readonly publicRoot: string;
  /** Permissions of identities with exchanged tokens. */
  readonly permissions: Permissions;
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
    const target = targetOf(allowed, asked);
    if ("anyCaller" in allowed || target === undefined) return "shown";
    const lacking = neededFor(allowed).find((capability) => !this.may(subject, capability)(target));
    if (lacking === undefined) {
      this.refuseHandingOn(route, asked, subject);
      return "shown";
    }
    const { of: named = kind } = allowed;
    if (this.options.forbidden === "hidden" && !this.isSeen(subject, named, target)) {
      if (route.whenHidden !== undefined) return "hidden";
      throw notFound(named, target);
    }
    const verb = verbOf(lacking);
    throw permissionDenied(kind, `caller lacks ${snake(pluralOf(kind))}.${verb}`);
  }

  /** Refuses a caller who would hand on more than it holds. */
  private refuseHandingOn({ kind, handsOn }: Route, asked: Request, subject: Subject): void {
    const handed = handsOn?.(asked);
    if (handed === undefined) return;
    const granted = this.options.permissions.granted(handed.role);
    const lacking = granted.find((capability) => !this.may(subject, capability)(handed.at));
    if (lacking !== undefined) throw permissionDenied(kind, `caller lacks ${lacking}, which the role grants`);
  }

  /** A filter for the uids that a list may show to the caller. Throws StatusError. */
  visible(route: Route, asked: Request): (uid: string) => boolean {
    const { allowed } = route;
    if (!("capability" in allowed) || allowed.in !== "each") return () => false;
    const subject = this.subjectOf(route, asked);
    const allows = neededFor(allowed).map((capability) => this.may(subject, capability));
    return (uid) => allows.every((isAllowed) => isAllowed(uid));
  }

  /** Whether the caller may see the object. */
  private isSeen(subject: Subject, kind: Kind, target: string): boolean {
    return subject === ADMIN || target === "" || this.may(subject, capabilityOf(kind, "list"))(target);
  }

  private may(subject: Subject, capability: Capability): (uid: string) => boolean {
    if (subject !== ADMIN) {
      const { identity, scopes, capabilities, grants = this.options.permissions.grantsOf(identity) } = subject;
      if (capabilities.length > 0 && !capabilities.includes(capability)) return () => false;
      const isGranted = this.options.permissions.within(grants, capability);
      const isInScope = (uid: string) => scopes.some((scope) => uid === scope || uid.startsWith(`${scope}/`));
      return (uid) => isGranted(uid) && (scopes.length === 0 || isInScope(uid));
    }
    if (isLook(capability)) return () => true;
    return (uid) => rootOf(uid) !== this.options.publicRoot;
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

/** The capabilities that are needed together. */
const neededFor = ({ capability, also = [] }: Extract<Allowed, { readonly capability: Capability }>): Capability[] => [
  capability,
  ...also,
];

/** The uid that the permission is checked for; undefined for lists. */
function targetOf(allowed: Allowed, { params, body }: Pick<Asked, "params" | "body">): string | undefined {
  if (!("capability" in allowed) || allowed.in === "each") return undefined;
  return "path" in allowed.in ? (params[allowed.in.path] ?? "") : String(body[allowed.in.body]);
}

const isLook = (capability: Capability): boolean => capability.endsWith("_LIST");

/** `create` for CAP_IAM_GROUPS_CREATE, for error messages. */
const verbOf = (capability: Capability): string =>
  capability === "CAP_IAM_SCIM_MANAGE" ? "scim" : capability.slice(capability.lastIndexOf("_") + 1).toLowerCase();
