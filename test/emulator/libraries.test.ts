import { stories } from "./story";

const JAVA = "ecosystems=ECOSYSTEM_JAVA";
const versions = "/libraries/v2/artifacts/com.example%3Ajlib-001/versions?page_size=1";
const sortable = "uid, version, created_at, create_time, updated_at, update_time";

describe("libraries in the emulator", () => {
  stories(`
    # are listed and counted for known ecosystems, in a well-formed query
    GET /libraries/v2/artifacts?${JAVA} -> {"totalCount":"70"}
    GET /libraries/v2/artifacts?ecosystems=2 -> {"totalCount":"60"}
    GET /libraries/v2/artifacts?${JAVA}&ecosystems=ECOSYSTEM_UNSPECIFIED -> {"totalCount":"70"}
    GET /libraries/v2/artifacts?${JAVA}&query=JLIB-00 -> {"totalCount":"10"}
    GET /libraries/v2/artifacts?${JAVA}&query=none -> {"artifacts":null,"totalCount":null}
    GET /libraries/v2/artifacts?${JAVA}&remediated=true&cudaVersion=12 -> {"totalCount":"70"}
    GET /libraries/v2/artifacts?ecosystems=ECOSYSTEM_UNSPECIFIED -> invalid ecosystems: ecosystems is required
    GET /libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_UNSPECIFIED -> invalid ecosystems: ecosystems is required
    GET /libraries/v2/artifacts?ecosystems=JAVA
    -> INVALID_ARGUMENT parsing field "ecosystems": "JAVA" is not a valid value
    GET /libraries/v2/artifacts?${JAVA}&remediated=maybe -> 400
    as nobody
    GET /libraries/v2/artifacts?${JAVA} -> 401

    # list their versions in the requested order
    GET ${versions}&order_by=created_at
    -> {"artifactVersions":[{"uid":"com.example:jlib-001@1.0.0","name":"com.example:jlib-001","version":"1.0.0","description":"Seeded version","createTime":"2026-01-05T08:30:36Z","updateTime":"2026-01-05T08:30:36Z","sizeBytes":"4294967296"}]}
    GET ${versions}&order_by=sizeBytes
    -> invalid order_by: cannot order by "sizeBytes"; sortable fields: ${sortable}
    GET /libraries/v2/artifacts/none/versions -> missing libraries/Artifact none
  `);
});
