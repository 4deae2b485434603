import { builtInRoles } from "./local";
import { stories } from "./story";

const TREE = `
    TEAM = put iam:Group $ORG {"name":"team"}
    INNER = put iam:Group $TEAM {"name":"inner"}
    put registry:Repo $ORG {"name":"of-acme"}
    put registry:Repo $TEAM {"name":"of-team"}
    put registry:Repo $INNER {"name":"of-inner"}`;
const [allGroups, allRepos] = ["acme inner public-org team", "nginx of-acme of-inner of-team python"];

describe("filters of the emulator's lists", () => {
  const cases: readonly (readonly [query: string, groups: string, repos: string])[] = [
    ["", allGroups, allRepos],
    ["uidp.descendants_of=$ORG", "inner team", "of-acme of-inner of-team"],
    ["uidp.descendantsOf=$TEAM", "inner", "of-inner of-team"],
    ["uidp.children_of=$ORG", "team", "of-acme"],
    ["uidp.ancestors_of=$INNER", "acme team", ""],
    ["uidp.in_root=true", "acme public-org", ""],
    ["uidp.ids=$TEAM&uidp.ids=$ORG", "acme team", ""],
    ["uidp.children_of=", allGroups, allRepos],
    ["name=of-team", "", "of-team"],
    ["nmae=mistyped", allGroups, allRepos],
    ["name=", allGroups, ""],
  ];
  const asked = cases.flatMap(([query, groups, repos]) => [
    `GET /iam/v2/groups?order_by=name&${query} -> [${groups}]`,
    `GET /registry/v2/repos?order_by=name&${query} -> [${repos}]`,
  ]);
  const refused = {
    "name=a&name=b": 'too many values for field "name": a, b',
    "uidp.children_of=a&uidp.children_of=b": 'too many values for field "children_of": a, b',
    "uidp.in_root=yes": 'parsing field "in_root": "yes" is not a valid value',
    "skip=99999999999": 'parsing field "skip": strconv.ParseInt: parsing "99999999999": invalid syntax',
    "name=%zz": 'invalid URL escape in "%zz"',
  };
  stories(`
    # select by name and by place
    ${TREE}
    ${asked.join("\n")}

    # are refused when they are malformed
    ${Object.entries(refused)
      .map(([query, message]) => `GET /registry/v2/repos?${query} -> INVALID_ARGUMENT ${message}`)
      .join("\n")}

    # list built-in roles only without a scope
    put iam:Role $ORG {"name":"own","capabilities":["CAP_REPO_LIST"]}
    GET /iam/v2/roles?order_by=name -> [${["own", ...builtInRoles].sort().join(" ")}]
    GET /iam/v2/roles?uidp.descendants_of=$ORG -> [own]

    # select bindings by identity, role and group
    TEAM = put iam:Group $ORG {"name":"team"}
    A = put iam:Identity $ORG {"name":"a","servicePrincipal":1}
    B = put iam:Identity $ORG {"name":"b","servicePrincipal":1}
    AV = put iam:RoleBinding $ORG {"identityUid":"$A","roleUid":"$VIEWER"}
    wait 1
    AE = put iam:RoleBinding $TEAM {"identityUid":"$A","roleUid":"$EDITOR"}
    wait 1
    BV = put iam:RoleBinding $TEAM {"identityUid":"$B","roleUid":"$VIEWER"}
    GET /iam/v2/roleBindings?order_by=created_at&identity=$A -> [$AV $AE]
    GET /iam/v2/roleBindings?order_by=created_at&role=$VIEWER -> [$AV $BV]
    GET /iam/v2/roleBindings?order_by=created_at&group=$TEAM -> [$AE $BV]
    GET /iam/v2/roleBindings?identity=$A&role=$VIEWER&group= -> [$AV]

    # select identities by how they are recognized
    put iam:Identity $ORG {"name":"oidc","claimMatch":{"issuer":"https://token.example.com","subject":"s"}}
    put iam:Identity $ORG {"name":"service","servicePrincipal":1}
    GET /iam/v2/identities?relationshipType=RELATIONSHIP_TYPE_CLAIM_MATCH -> [oidc]
    GET /iam/v2/identities?relationshipType=RELATIONSHIP_TYPE_SERVICE_PRINCIPAL -> [service]
    GET /iam/v2/identities?relationshipType=RELATIONSHIP_TYPE_STATIC -> []
    GET /iam/v2/identities?relationship_type=NONE
    -> INVALID_ARGUMENT parsing field "relationship_type": "NONE" is not a valid value
  `);
});

describe("the order of the emulator's lists", () => {
  const ofRepos = "uid, name, created_at, create_time, updated_at, update_time";
  // The second repo is made at a whole second, which has no fraction and yet comes in between.
  stories(`
    # follows the name or a time, in either direction
    wait 366
    B = put registry:Repo $ORG {"name":"b"}
    wait 250
    put registry:Repo $ORG {"name":"c"}
    wait 250
    put registry:Repo $ORG {"name":"a"}
    wait 250
    edit $B {"description":"x"}
    GET /registry/v2/repos?uidp.children_of=$ORG&orderBy=name -> [a b c]
    GET /registry/v2/repos?uidp.children_of=$ORG&orderBy=name%20desc -> [c b a]
    GET /registry/v2/repos?uidp.children_of=$ORG&orderBy=name+desc -> [c b a]
    GET /registry/v2/repos?uidp.children_of=$ORG&orderBy=created_at -> [b c a]
    GET /registry/v2/repos?uidp.children_of=$ORG&orderBy=created_at%20desc -> [a c b]
    GET /registry/v2/repos?uidp.children_of=$ORG&orderBy=update_time -> [c a b]

    # is refused by another field
    GET /iam/v2/roleBindings?order_by=name
    -> invalid order_by: cannot order by "name"; sortable fields: uid, created_at, create_time
    GET /events/v2/subscriptions?order_by=created_at
    -> invalid order_by: cannot order by "created_at"; sortable fields: uid
    GET /registry/v2/repos?order_by=name%20descending
    -> invalid order_by: cannot order by "name descending"; sortable fields: ${ofRepos}
    GET /registry/v2/repos?order_by=constructor
    -> invalid order_by: cannot order by "constructor"; sortable fields: ${ofRepos}
  `);
});
