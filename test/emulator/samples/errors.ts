import { about, blocked, failure, info, invalid } from "./shapes";

const nowhere = "$ORG/0000000000000000";
const sortable = "uid, name, created_at, create_time, updated_at, update_time";
/** What is refused, with the mirror in place. */
export const errors = `
  # names only the first bad field of an identity
  POST /iam/v2/identities/$ORG {} -> 400 ${invalid("iam", "name", 'name must match "^[a-z0-9 ._-]{1,}$"')}

  # names the missing resource
  GET /registry/v2/repos/${nowhere}
  -> 404 ${failure(5, `Not found: registry.platform.example/Repo "${nowhere}"`, info("NOT_FOUND", "registry"), about("registry.platform.example/Repo", nowhere, "repo not found"))}

  # refuses a second repo of the same name
  POST /registry/v2/repos/$ORG {"name":"mirror"}
  -> 409 ${failure(6, 'Already exists: registry.platform.example/Repo "mirror"', info("ALREADY_EXISTS", "registry"), about("registry.platform.example/Repo", "mirror", "repo already exists"))}

  # refuses to delete a group with repos
  DELETE /iam/v2/groups/$ORG -> 400 ${blocked("iam", "Group", "$ORG", "cannot delete group with child repos")}

  # refuses a mask in the other spelling
  PATCH /registry/v2/repos/$MIRROR?updateMask=catalogTier {"catalogTier":"CATALOG_TIER_BASE"}
  -> 400 ${invalid("registry", "update_mask", 'unknown field path "catalogTier" for Repo')}

  # refuses an unknown key of a PATCH even when a mask leaves it out
  PATCH /registry/v2/repos/$MIRROR?updateMask=description {"description":"d","syncConfig":{}}
  -> 400 ${failure(3, 'could not find field "syncConfig" in "platform.registry.v2.Repo"')}

  # refuses two masks
  PATCH /registry/v2/repos/$MIRROR?updateMask=description&updateMask=name {"description":"d"}
  -> 400 ${failure(3, 'too many values for field "update_mask": description, name')}

  # refuses a body that is not JSON
  POST /iam/v2/groups/$ORG {bad -> 400 ${failure(3, "invalid character 'b' looking for beginning of object key string")}

  # refuses a value of another type, and gives its position
  POST /iam/v2/groups/$ORG {"name":5} -> 400 ${failure(3, "proto: (line 1:9): invalid value for string field name: 5")}

  # refuses a page size that is not a number
  GET /registry/v2/repos?page_size=abc
  -> 400 ${failure(3, 'parsing field "page_size": strconv.ParseInt: parsing "abc": invalid syntax')}

  # refuses an unknown field to order by
  GET /registry/v2/repos?order_by=createTime
  -> 400 ${invalid("registry", "order_by", `cannot order by "createTime"; sortable fields: ${sortable}`)}

  # knows no other path
  GET /iam/v2/nothing -> 404 ${failure(5, "Not Found")}

  # refuses any other method
  PUT /registry/v2/repos/$MIRROR {} -> 501 ${failure(12, "Method Not Allowed")}

  # answers a ping
  GET /ping/v2/ping -> {"response":"pong"}
`;
