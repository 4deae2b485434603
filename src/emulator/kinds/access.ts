import { pluralOf } from "../../spec/resource";
import { type Kind, notFound, permissionDenied, unauthenticated } from "../gateway/errors";
import { snake } from "../gateway/names";
import type { Allowed, Asked, Capability, Route } from "../gateway/route";
import type { Settings } from "../options";
import { rootOf } from "../store";
import { isForApi } from "./callers";
import { capabilityOf, type Permissions } from "./permissions";

/** What a request is looked at with. */
export interface AccessOptions {
  /** The bearer token that may do everything. */
  readonly token: string;
  /** Root group that this one may look at but not change. */
  readonly publicRoot: string;
  /** What the callers with tokens of the exchange may do. */
  readonly permissions: Permissions;
  /** How such a caller is refused what it may not see. */
  readonly forbidden: Settings["forbidden"];
}

/** A request as far as permissions are concerned. */
type Request = Pick<Asked, "params" | "body" | "request" | "caller">;

/** The caller that one token stands for: all, or what the roles of an identity allow. */
const ADMIN = Symbol("the token of the API");
type Subject = typeof ADMIN | { readonly identity: string };

/** Decides whether a caller may have the answer of a route. */
export class Access {
  constructor(private readonly options: AccessOptions) {}

  /**
   * Refuses who has no token, and what the caller may not do: one with the token of the API may only look at what is not of its
   * own organizations, one with a token of the exchange has what its roles allow. Answers whether the object is shown to the
   * caller at all, where the route has an answer for the case that it is not. Throws StatusError.
   */
  check(route: Route, asked: Request): "shown" | "hidden" {
    const { kind, allowed } = route;
    if ("anyone" in allowed) return "shown";
    const subject = this.subjectOf(route, asked);
    const target = targetOf(allowed, asked);
    if ("anyCaller" in allowed || target === undefined) return "shown";
    if (this.may(subject, allowed.capability)(target)) return "shown";
    const { of: named = kind } = allowed;
    if (this.options.forbidden === "hidden" && !this.isSeen(subject, named, target)) {
      if (route.whenHidden !== undefined) return "hidden";
      throw notFound(named, target);
    }
    const verb = verbOf(allowed.capability);
    throw permissionDenied(kind, `caller lacks ${snake(pluralOf(kind))}.${verb}`);
  }

  /** Tells which uids a list may show to the caller. Throws StatusError. */
  visible(route: Route, asked: Request): (uid: string) => boolean {
    const { allowed } = route;
    if (!("capability" in allowed) || allowed.in !== "each") return () => false;
    return this.may(this.subjectOf(route, asked), allowed.capability);
  }

  /** Whether the caller learns that there is something, though it may not do what it asks for. */
  private isSeen(subject: Subject, kind: Kind, target: string): boolean {
    return subject === ADMIN || target === "" || this.may(subject, capabilityOf(kind, "list"))(target);
  }

  private may(subject: Subject, capability: Capability): (uid: string) => boolean {
    if (subject !== ADMIN) return this.options.permissions.of(subject.identity, capability);
    return (uid) => isLook(capability) || rootOf(uid) !== this.options.publicRoot;
  }

  /** Who asks; a token of the exchange must be good for the API. Throws StatusError. */
  private subjectOf({ kind }: Route, { caller: { bearer, exchanged }, request }: Request): Subject {
    if (bearer === undefined) throw unauthenticated(kind, "missing bearer token");
    if (bearer === this.options.token) return ADMIN;
    if (exchanged === undefined) throw unauthenticated(kind, "invalid bearer token");
    if ("complaint" in exchanged) throw unauthenticated(kind, exchanged.complaint);
    if (!isForApi(request, exchanged.audiences)) throw unauthenticated(kind, "token is for another audience");
    return { identity: exchanged.identity };
  }
}

/** The uid that a capability must hold for; undefined where it is looked for in each. */
function targetOf(allowed: Allowed, { params, body }: Pick<Asked, "params" | "body">): string | undefined {
  if (!("capability" in allowed) || allowed.in === "each") return undefined;
  return "path" in allowed.in ? (params[allowed.in.path] ?? "") : String(body[allowed.in.body]);
}

const isLook = (capability: Capability): boolean => capability.endsWith("_LIST");

/** `create` of CAP_IAM_GROUPS_CREATE: what a refusal calls it. */
const verbOf = (capability: Capability): string =>
  capability === "CAP_IAM_SCIM_MANAGE" ? "scim" : capability.slice(capability.lastIndexOf("_") + 1).toLowerCase();
