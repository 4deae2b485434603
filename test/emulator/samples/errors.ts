import { about, blocked, failure, info, invalid } from "./shapes";

const nowhere = "$ORG/0000000000000000";
const sortable = "uid, name, created_at, create_time, updated_at, update_time";
/** What is refused, with the mirror in place. */
export const errors = `
  POST /iam/v2/identities/$ORG {} -> 400 ${invalid("iam", "name", 'name must match "^[a-z0-9 ._-]{1,}$"')}
  GET /registry/v2/repos/${nowhere}
  -> 404 ${failure(5, `Not found: registry.platform.example/Repo "${nowhere}"`, info("NOT_FOUND", "registry"), about("registry.platform.example/Repo", nowhere, "repo not found"))}
  POST /registry/v2/repos/$ORG {"name":"mirror"}
  -> 409 ${failure(6, 'Already exists: registry.platform.example/Repo "mirror"', info("ALREADY_EXISTS", "registry"), about("registry.platform.example/Repo", "mirror", "repo already exists"))}
  DELETE /iam/v2/groups/$ORG -> 400 ${blocked("iam", "Group", "$ORG", "cannot delete group with child repos")}
  PATCH /registry/v2/repos/$MIRROR?updateMask=catalogTier {"catalogTier":"CATALOG_TIER_BASE"}
  -> 400 ${invalid("registry", "update_mask", 'unknown field path "catalogTier" for Repo')}
  PATCH /registry/v2/repos/$MIRROR?updateMask=description {"description":"d","syncConfig":{}}
  -> 400 ${failure(3, 'could not find field "syncConfig" in "platform.registry.v2.Repo"')}
  PATCH /registry/v2/repos/$MIRROR?updateMask=description&updateMask=name {"description":"d"}
  -> 400 ${failure(3, 'too many values for field "update_mask": description, name')}
  POST /iam/v2/groups/$ORG {bad -> 400 ${failure(3, "invalid character 'b' looking for beginning of object key string")}
  POST /iam/v2/groups/$ORG {"name":5} -> 400 ${failure(3, "proto: (line 1:9): invalid value for string field name: 5")}
  GET /registry/v2/repos?page_size=abc
  -> 400 ${failure(3, 'parsing field "page_size": strconv.ParseInt: parsing "abc": invalid syntax')}
  GET /registry/v2/repos?order_by=createTime
  -> 400 ${invalid("registry", "order_by", `cannot order by "createTime"; sortable fields: ${sortable}`)}
  GET /iam/v2/nothing -> 404 ${failure(5, "Not Found")}
  PUT /registry/v2/repos/$MIRROR {} -> 501 ${failure(12, "Method Not Allowed")}
  GET /ping/v2/ping -> {"response":"pong"}
`;
