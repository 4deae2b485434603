import { about, blocked, failure, info, type Sample, violation } from "./shapes";

const nowhere = "$ORG/0000000000000000";
const sortable = "uid, name, created_at, create_time, updated_at, update_time";
/** What is refused, with the mirror in place. */
export const errors: readonly Sample[] = [
  {
    it: "names only the first bad field of an identity",
    request: "POST /iam/v2/identities/$ORG",
    body: {},
    status: 400,
    ...failure(
      3,
      'Invalid argument: name: name must match "^[a-z0-9 ._-]{1,}$"',
      info("INVALID_ARGUMENT"),
      violation("name", 'name must match "^[a-z0-9 ._-]{1,}$"'),
    ),
  },
  {
    it: "names the missing resource",
    request: `GET /registry/v2/repos/${nowhere}`,
    status: 404,
    ...failure(
      5,
      `Not found: registry.platform.example/Repo "${nowhere}"`,
      info("NOT_FOUND", "registry"),
      about("registry.platform.example/Repo", nowhere, "repo not found"),
    ),
  },
  {
    it: "refuses a second repo of the same name",
    request: "POST /registry/v2/repos/$ORG",
    body: { name: "mirror" },
    status: 409,
    ...failure(
      6,
      'Already exists: registry.platform.example/Repo "mirror"',
      info("ALREADY_EXISTS", "registry"),
      about("registry.platform.example/Repo", "mirror", "repo already exists"),
    ),
  },
  {
    it: "refuses to delete a group with repos",
    request: "DELETE /iam/v2/groups/$ORG",
    status: 400,
    ...blocked("iam", "Group", "$ORG", "cannot delete group with child repos"),
  },
  {
    it: "refuses a mask in the other spelling",
    request: "PATCH /registry/v2/repos/$MIRROR?updateMask=catalogTier",
    body: { catalogTier: "CATALOG_TIER_BASE" },
    status: 400,
    ...failure(
      3,
      'Invalid argument: update_mask: unknown field path "catalogTier" for Repo',
      info("INVALID_ARGUMENT", "registry"),
      violation("update_mask", 'unknown field path "catalogTier" for Repo'),
    ),
  },
  {
    it: "refuses an unknown key of a PATCH even when a mask leaves it out",
    request: "PATCH /registry/v2/repos/$MIRROR?updateMask=description",
    body: { description: "d", syncConfig: {} },
    status: 400,
    ...failure(3, 'could not find field "syncConfig" in "platform.registry.v2.Repo"'),
  },
  {
    it: "refuses two masks",
    request: "PATCH /registry/v2/repos/$MIRROR?updateMask=description&updateMask=name",
    body: { description: "d" },
    status: 400,
    ...failure(3, 'too many values for field "update_mask": description, name'),
  },
  {
    it: "refuses a body that is not JSON",
    request: "POST /iam/v2/groups/$ORG",
    body: "{bad",
    status: 400,
    ...failure(3, "invalid character 'b' looking for beginning of object key string"),
  },
  {
    it: "refuses a value of another type, and gives its position",
    request: "POST /iam/v2/groups/$ORG",
    body: '{"name":5}',
    status: 400,
    ...failure(3, "proto: (line 1:9): invalid value for string field name: 5"),
  },
  {
    it: "refuses a page size that is not a number",
    request: "GET /registry/v2/repos?page_size=abc",
    status: 400,
    ...failure(3, 'parsing field "page_size": strconv.ParseInt: parsing "abc": invalid syntax'),
  },
  {
    it: "refuses an unknown field to order by",
    request: "GET /registry/v2/repos?order_by=createTime",
    status: 400,
    ...failure(
      3,
      `Invalid argument: order_by: cannot order by "createTime"; sortable fields: ${sortable}`,
      info("INVALID_ARGUMENT", "registry"),
      violation("order_by", `cannot order by "createTime"; sortable fields: ${sortable}`),
    ),
  },
  { it: "knows no other path", request: "GET /iam/v2/nothing", status: 404, ...failure(5, "Not Found") },
  {
    it: "refuses any other method",
    request: "PUT /registry/v2/repos/$MIRROR",
    body: {},
    status: 501,
    ...failure(12, "Method Not Allowed"),
  },
  { it: "answers a ping", request: "GET /ping/v2/ping", full: { response: "pong" } },
];
