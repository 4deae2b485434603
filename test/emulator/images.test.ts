import { stories } from "./story";

const digestOf = (character: string): string => `sha256:${character.repeat(64)}`;
const [known, unknown] = [digestOf("a"), digestOf("b")];

describe("images in the emulator", () => {
  stories(`
    # have architectures and a size for each, in one repo, for callers with a token
    REPO = put registry:Repo $ORG {"name":"app"}
    OTHER = put registry:Repo $ORG {"name":"other"}
    put registry:Tag $REPO {"name":"latest","digest":"${known}"}
    GET /registry/v2/repos/$REPO/digests/${known}/architectures
    -> {"architectures":["amd64","arm64"]}
    GET /registry/v2/repos/$REPO/digests/${known}/size?architecture=arm64
    -> {"size":"5368709120","architecture":"arm64"}
    GET /registry/v2/repos/$REPO/digests/${known}/size
    -> {"size":"5368709120","architecture":"amd64"}
    GET /registry/v2/repos/$REPO/digests/${known}/size?architecture=s390x -> missing registry/Image ${known} s390x
    GET /registry/v2/repos/$REPO/digests/${unknown}/architectures -> missing registry/Image ${unknown}
    GET /registry/v2/repos/$REPO/digests/${unknown}/size -> missing registry/Image ${unknown}
    GET /registry/v2/repos/$OTHER/digests/${known}/size -> 404
    GET /registry/v2/repos/none/digests/${known}/size -> missing registry/Repo none
    as nobody
    GET /registry/v2/repos/none/digests/${known}/size -> 401
  `);
});
