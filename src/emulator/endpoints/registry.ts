import { registryToken, tagHistory } from "../../description/operations/tag-history";
import { noSuchPath } from "../gateway/errors";
import type { Route } from "../gateway/route";
import { callerOfHistory, callerOfToken } from "../registry/callers";
import type { Endpoint, Service } from "./endpoint";

const kind = { type: "registry:TagHistory" } as const;

type Read = (service: Service) => Omit<Route, "method">;

const issueToken: Read = (service) => ({
  path: registryToken.path,
  kind,
  allowed: registryToken.needs,
  isRegistry: true,
  answer: async ({ request }) => {
    const scope = new URLSearchParams(request.query).get("scope") ?? "";
    return service.registry.issueToken(scope, await callerOfToken(request, service));
  },
});

/** Image names may contain slashes, and the segment before the history is a setting. */
const historyPath = tagHistory.path.replace("{image}", "{image=**}").replace("/_service/", "/{segment}/");

const getHistory: Read = (service) => ({
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
    return service.registry.history(`${org}/${image}`, tag, { bearer, caller, host, query });
  },
});

/** HEAD returns the response of GET without the body. */
export const registryEndpoints: readonly Endpoint[] = (["GET", "HEAD"] as const).flatMap((method) =>
  [issueToken, getHistory].map((read) => (service: Service) => ({ method, ...read(service) })),
);
