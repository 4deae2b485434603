import { registryToken, tagHistory } from "../../operations/tag-history";
import { noSuchPath } from "../gateway/errors";
import { callerOfHistory, callerOfToken } from "../kinds/registry-callers";
import type { Endpoint } from "./endpoint";

const kind = { type: "registry:TagHistory", collection: "/v2" } as const;

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
      answer: async ({ request }) => {
        const scope = new URLSearchParams(request.query).get("scope") ?? "";
        return service.registry.issueToken(scope, await callerOfToken(request, service));
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
      answer: async ({ params, request, caller: { bearer } }) => {
        const { org, image, segment, tag = "" } = params;
        if (segment !== service.settings.historySegment) throw noSuchPath();
        const caller = await callerOfHistory(request, service);
        const query = new URLSearchParams(request.query);
        const host = request.headers.host ?? "";
        return service.registry.history({ repository: `${org}/${image}`, tag }, { bearer, caller, host, query });
      },
    }),
);

/** The registry's endpoints: tokens and tag history. */
export const registryEndpoints: readonly Endpoint[] = [...issueToken, ...getHistory];
