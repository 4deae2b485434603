import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { send, test } from "./local";
import { stories, storiesWith } from "./story";

const nginx = "/v2/public-org/nginx/_service/history/latest";
const token = (repository: string) => `GET /token?scope=repository:${repository}:pull`;
const digestOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const unauthorized = "oci 401 UNAUTHORIZED authentication required";
const denied = "oci 403 DENIED the token is not valid for this repository";
const noTag = "oci 404 MANIFEST_UNKNOWN tag not known to registry";
const noScope = "oci 400 UNSUPPORTED scope must be repository:<org>/<image>:pull";
const app = "/v2/acme/app/_service/history/v1";
const record = (time: string, digest: string) => `{"updateTimestamp":"${time}","digest":"${digest}"}`;

describe("registry tokens of the emulator", () => {
  stories(`
    # are given without credentials for images of the public organization, for one repository and five minutes
    as nobody
    ${token("public-org/nginx")} -> {"expires_in":300,"issued_at":"2026-11-21T11:32:03Z"}
    ISSUED = ${token("public-org/nginx")}
    as bearer $ISSUED
    GET /v2/public-org/python/_service/history/latest -> ${denied}
    wait 299999
    GET ${nginx}
    wait 1
    GET ${nginx} -> ${unauthorized}

    # need the registry's own token for private images
    as nobody
    ${token("acme/app")} -> ${unauthorized}
    as user _token stray
    ${token("acme/app")} -> ${unauthorized}
    as user _token $API_TOKEN
    ${token("acme/app")} -> ${denied}
    ${token("public-org/nginx")} -> ${denied}
    as user _token $REGISTRY_TOKEN
    ${token("other/app")} -> ${denied}
    ${token("acme/app")}

    # open nothing without a scope, as for docker login, and prove the credential
    as user _token $REGISTRY_TOKEN
    ISSUED = GET /token
    as bearer $ISSUED
    GET ${app} -> ${denied}
    as user _token garbage
    GET /token -> ${unauthorized}
    as user _token $API_TOKEN
    GET /token -> ${denied}
    as nobody
    GET /token -> ${unauthorized}
    GET /token?scope=repository:nginx:pull -> ${noScope}
    GET /token?scope=repository:acme/app:push -> ${noScope}
    GET /token?scope=registry:catalog:* -> ${noScope}
  `);
});

describe("the tag history of the emulator", () => {
  test("challenges a request without a token, and refuses the token of the API", async ({ url, call }) => {
    const reply = await send(url, `GET ${nginx}`);
    const challenge = `Bearer realm="${url}/token",service="registry.platform.example",scope="repository:public-org/nginx:pull"`;
    assert.deepEqual([reply.status, reply.headers.get("www-authenticate")], [401, challenge]);
    assert.equal((await call(`GET ${nginx}`)).status, 403);
    assert.match(String((await send(url, token("public-org/nginx"))).body.token), /^rt_[0-9a-f]{48}$/);
  });

  stories(`
    # equals the captured sample
    ISSUED = ${token("public-org/nginx")}
    as bearer $ISSUED
    GET ${nginx}?end=2024-01-01T17:00:00Z
    -> {"history":[${record("2024-01-01T08:00:00.555Z", digestOf("0"))},${record("2024-01-01T16:00:00.556Z", digestOf("1"))}]}

    # has a record of each digest that a tag got over the API (row 197)
    SHOP = put registry:Repo $ORG {"name":"shop"}
    POST /registry/v2/tags/$SHOP {"name":"v9","digest":"${digestOf("0")}"}
    POST /registry/v2/tags/$SHOP {"name":"v9","digest":"${digestOf("1")}"}
    wait 1000
    POST /registry/v2/tags/$SHOP {"name":"v9","digest":"${digestOf("1")}","deprecated":true}
    POST /registry/v2/tags/$SHOP {"name":"v9","digest":"${digestOf("0")}"}
    as bearer $REGISTRY_TOKEN
    GET /v2/acme/shop/_service/history/v9
    -> {"history":[${record("2026-11-21T11:32:03.384Z", digestOf("0"))},${record("2026-11-21T11:32:03.385Z", digestOf("1"))},${record("2026-11-21T11:32:04.385Z", digestOf("0"))}]}

    # sorts its records, and supports images with slashes in their names
    history acme/team/app v1.2_x [${record("2026-01-01T00:00:00.500Z", "new")},${record("2026-01-01T00:00:00Z", "old")}]
    as bearer $REGISTRY_TOKEN
    GET /v2/acme/team/app/_service/history/v1.2_x -> [old new]

    # distinguishes an unknown tag from an unknown repository, and refuses an invalid time
    NGINX_TOKEN = ${token("public-org/nginx")}
    as bearer $NGINX_TOKEN
    GET /v2/public-org/nginx/_service/history/nope -> ${noTag}
    GET ${nginx}?start=yesterday -> oci 400 UNSUPPORTED start must be an ISO 8601 timestamp
    PYTHON_TOKEN = ${token("public-org/python")}
    as bearer $PYTHON_TOKEN
    GET /v2/public-org/python/_service/history/latest -> ${noTag}
    NONE_TOKEN = ${token("public-org/none")}
    as bearer $NONE_TOKEN
    GET /v2/public-org/none/_service/history/latest -> oci 404 NAME_UNKNOWN repository name not known to registry
  `);

  const [first, second, third] = [1, 2, 3].map((day) => `2026-01-0${day}T00:00:00.000Z`);
  for (const [historyBounds, whole, since, at] of [
    ["inclusive", "a b c", "b c", "b"],
    ["exclusive", "b", "c", ""],
  ] as const)
    storiesWith({ historyBounds })(`
      # treats its bounds as ${historyBounds} when so configured
      history acme/app v1 [${record(first ?? "", "a")},${record(second ?? "", "b")},${record(third ?? "", "c")}]
      as bearer $REGISTRY_TOKEN
      GET ${app}?start=${first}&end=${third} -> [${whole}]
      GET ${app}?start=${second} -> [${since}]
      GET ${app}?start=${second}&end=2026-01-02T00:00:00Z -> [${at}]
    `);

  storiesWith({ historySegment: "_meta" })(`
    # lies under the configured path segment
    ISSUED = ${token("public-org/nginx")}
    as bearer $ISSUED
    GET ${nginx} -> 404
    GET ${nginx.replace("_service", "_meta")}
  `);
});
