import { noSuchPath } from "../gateway/errors";
import type { Asked } from "../gateway/route";
import { registryBearerOf } from "../kinds/callers";
import type { RegistryCaller } from "../kinds/registry";
import { type Endpoint, endpoint, type Service } from "./endpoint";

const kind = { type: "registry:TagHistory", collection: "/v2" } as const;
const allowed = { anyone: "the registry has tokens of its own, and looks at them by itself" } as const;

const callerIn = ({ request, caller }: Asked, { registry }: Service): RegistryCaller => ({
  bearer: registryBearerOf(request, caller, registry.tokens),
  host: request.headers.host ?? "",
});

/** The registry answers HEAD as GET without the body. */
const looks = ["GET", "HEAD"] as const;

const issueToken = looks.map((method) =>
  endpoint({
    method,
    path: "/token",
    kind,
    allowed,
    isRegistry: true,
    answer: (asked, service) => {
      const scope = new URLSearchParams(asked.request.query).get("scope") ?? "";
      return service.registry.issueToken(scope, callerIn(asked, service).bearer);
    },
  }),
);

/** Names of images may have slashes. */
const getHistory = looks.map((method) =>
  endpoint({
    method,
    path: "/v2/{organization}/{image=**}/{segment}/history/{tag}",
    kind,
    allowed,
    isRegistry: true,
    answer: (asked, service) => {
      const { organization, image, segment, tag } = asked.params;
      if (segment !== service.settings.historySegment) throw noSuchPath();
      const query = new URLSearchParams(asked.request.query);
      return service.registry.history({ repository: `${organization}/${image}`, tag }, query, callerIn(asked, service));
    },
  }),
);

/** The registry: its tokens, and what a tag has pointed to. */
export const registryEndpoints: readonly Endpoint[] = [...issueToken, ...getHistory];
