import { registryToken, tagHistory } from "../../operations/tag-history";
import { noSuchPath } from "../gateway/errors";
import type { Asked } from "../gateway/route";
import { registryBearerOf } from "../kinds/callers";
import type { RegistryCaller } from "../kinds/registry";
import type { Endpoint, Service } from "./endpoint";

const kind = { type: "registry:TagHistory", collection: "/v2" } as const;

const callerIn = ({ request, caller }: Asked, { registry }: Service): RegistryCaller => ({
  bearer: registryBearerOf(request, caller, registry.tokens),
  host: request.headers.host ?? "",
});

/** The registry answers HEAD as GET without the body. */
const READ_METHODS = ["GET", "HEAD"] as const;

const issueToken = READ_METHODS.map(
  (method): Endpoint =>
    (service) => ({
      method,
      path: registryToken.path,
      kind,
      allowed: registryToken.needs,
      isRegistry: true,
      answer: (asked) => {
        const scope = new URLSearchParams(asked.request.query).get("scope") ?? "";
        return service.registry.issueToken(scope, callerIn(asked, service).bearer);
      },
    }),
);

/** Image names may contain slashes, and the segment before the history is a setting. */
const historyPath = tagHistory.path.replace("{image}", "{image=**}").replace("/_service/", "/{segment}/");

const getHistory = READ_METHODS.map(
  (method): Endpoint =>
    (service) => ({
      method,
      path: historyPath,
      kind,
      allowed: tagHistory.needs,
      isRegistry: true,
      answer: (asked) => {
        const { org, image, segment, tag = "" } = asked.params;
        if (segment !== service.settings.historySegment) throw noSuchPath();
        const query = new URLSearchParams(asked.request.query);
        return service.registry.history({ repository: `${org}/${image}`, tag }, query, callerIn(asked, service));
      },
    }),
);

/** The registry's endpoints: tokens and tag history. */
export const registryEndpoints: readonly Endpoint[] = [...issueToken, ...getHistory];
