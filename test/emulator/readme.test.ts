import { stories, storiesWith } from "./story";

const APP = 'APP = POST /registry/v2/repos/$ORG {"name":"app","readme":"ignored"}';

describe("a readme in the emulator", () => {
  stories(`
    # has a path of its own and is nowhere else, and no delete
    ${APP}
    GET /registry/v2/repos/$APP/readme -> {"uid":"$APP","content":null}
    PATCH /registry/v2/repos/$APP {"readme":"x"} -> 400
    PATCH /registry/v2/repos/$APP/readme {"readme":"x"}
    -> INVALID_ARGUMENT could not find field "readme" in "platform.registry.v2.RepoReadme"
    PATCH /registry/v2/repos/$APP/readme {"content":"# app"}
    GET /registry/v2/repos/$APP -> {"readme":null}
    GET /registry/v2/repos/$APP/readme -> {"uid":"$APP","content":"# app"}
    PATCH /registry/v2/repos/$APP/readme {"content":""} -> {"uid":"$APP","content":null}
    DELETE /registry/v2/repos/$APP/readme -> 404
    GET /registry/v2/repos/none/readme -> missing registry/Repo none
  `);

  storiesWith({ strict: true })(`
    # of a syncing repo is its source's, whatever is written over it (row 241)
    MIRROR = POST /registry/v2/repos/$ORG {"name":"mirror","sync_config":{"source":"public-org/nginx"}}
    GET /registry/v2/repos/$MIRROR/readme -> {"content":"# nginx\\n"}
    PATCH /registry/v2/repos/$MIRROR/readme {"content":"# own"}
    GET /registry/v2/repos/$MIRROR/readme -> {"content":"# nginx\\n"}
  `);
});
