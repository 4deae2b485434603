import assert from "node:assert/strict";
import { imageSize } from "../../../src/description/operations/images";
import { ask } from "../../../src/program/lookups/ask";
import { START } from "../../emulator/story";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";

const [digest, other] = [`sha256:${"a".repeat(64)}`, `sha256:${"b".repeat(64)}`];
const created = `"createTime":"${START}"`;
const WEB = 'WEB = put registry:Repo $ORG {"name":"web"}';
const tag = (name: string, more = "") => `put registry:Tag $WEB {"name":"${name}","digest":"${digest}"${more}}`;
const TAGS = `
    ${WEB}
    LATEST = ${tag("latest", ',"bundles":["base"]')}
    OLD = put registry:Tag $WEB {"name":"v1","digest":"${other}","deprecated":true}
    EPOCH = ${tag("v1-r3")}
    ${tag("v1-20260105")}
    ${tag("sha256-abc.sig")}
    SNAPSHOT = ${tag("v1_git20260914")}`;
const list = '{"repoUid":"$WEB","orderBy":"name"';
const time = `"updateTime":"${START}"`;
const verdicts = '[{"result":"STIG_RESULT_PASS","count":1},{"result":"STIG_RESULT_FAIL","count":1}]';
const overlay = '{"contents":{"packages":["curl"]},"environment":{"A":"1"}}';

describe("lookups of the registry", () => {
  lookupStories(`
    # find a repo by uid and name, with the field names of resources, and its readme separately
    REPO = put registry:Repo $ORG {"name":"web","catalogTier":"CATALOG_TIER_BASE","bundles":["base"]}
    getRepo {"uid":"$REPO"} -> {"uid":"$REPO","parentUid":"$ORG","name":"web","catalogTier":"CATALOG_TIER_BASE","bundles":["base"],${created},${time}}
    getRepoReadme {"uid":"$REPO"} -> ""
    edit $REPO {"readme":"# web"}
    getRepo {"name":"web","childrenOf":"$ORG"}
    -> {"uid":"$REPO","parentUid":"$ORG","name":"web","catalogTier":"CATALOG_TIER_BASE","bundles":["base"],${created},"updateTime":"2026-11-21T11:32:03.385Z"}
    getRepoReadme {"uid":"$REPO"} -> "# web"
    COPY = put registry:Repo $ORG {"name":"copy","sync_config":{"source":"public-org/python"},"customOverlay":${overlay}}
    getRepos {"name":"copy"}
    -> [{"uid":"$COPY","parentUid":"$ORG","name":"copy","description":"The Python interpreter","catalogTier":"CATALOG_TIER_BASE","bundles":["base","featured"],"aliases":["python3:latest"],"activeTags":["latest","latest-dev"],"customOverlay":${overlay},"syncConfig":{"source":"$PYTHON","expirationTime":"2026-12-05T11:32:03.384Z","gracePeriod":true},${created},${time}}]
    getRepos {"orderBy":"catalogTier"}
    -> throws …order_by: cannot order by 'catalogTier'; sortable fields: uid, name, created_at…

    # list generated tags only on request
    ${TAGS}
    getTags ${list}} -> [latest v1]
    getTags ${list},"includeEpochs":true} -> [latest v1 v1-r3]
    getTags ${list},"includeVcsSnapshots":true} -> [latest v1 v1_git20260914]
    getTags ${list},"includeDates":true,"includeReferrers":true} -> [latest sha256-abc.sig v1 v1-20260105]

    # find a tag by any name, and list tags by digest, time and end of life
    ${TAGS}
    getTag {"repoUid":"$WEB","name":"latest"}
    -> {"uid":"$LATEST","parentUid":"$WEB","name":"latest","digest":"${digest}","bundles":["base"],${time}}
    getTag {"repoUid":"$WEB","name":"v1-r3"}
    -> {"uid":"$EPOCH","parentUid":"$WEB","name":"v1-r3","digest":"${digest}",${time}}
    getTag {"repoUid":"$WEB","name":"v1_git20260914"}
    -> {"uid":"$SNAPSHOT","parentUid":"$WEB","name":"v1_git20260914","digest":"${digest}",${time}}
    getTag {"uid":"$OLD"}
    -> {"uid":"$OLD","parentUid":"$WEB","name":"v1","digest":"${other}","deprecated":true,${time}}
    getTags ${list},"name":"v1-r3","includeEpochs":false} -> []
    getTags ${list},"digest":"${other}"} -> [v1]
    getTags ${list},"deprecated":true} -> [v1]
    getTags ${list},"deprecated":true,"skip":1} -> []
    getTags ${list},"deprecated":false,"limit":1} -> [latest]
    getTags ${list},"updatedSince":"${START}"} -> [latest v1]
    getTags ${list},"updatedSince":"2026-11-21T12:00:01Z"} -> []
    getTag {"digest":"${digest}","includeEpochs":true} -> throws …"latest" $LATEST (of the repo $WEB)…

    # return architectures, exact sizes and STIG reports of images
    ${WEB}
    ${tag("latest")}
    getImageArchitectures {"repoUid":"$WEB","digest":"${digest}"} -> ["amd64","arm64"]
    getImageSize {"repoUid":"$WEB","digest":"${digest}","architecture":"arm64"}
    -> {"size":5368709120,"architecture":"arm64"}
    getImageSize {"repoUid":"$WEB","digest":"${digest}"} -> with {"architecture":"amd64"}
    getImageSize {"repoUid":"$WEB","digest":"${digest}","architecture":"s390x"} -> throws NotFoundError: …
    getImageSize {"repoUid":"$WEB","digest":"${other}"} -> throws NotFoundError: …
    getStigReport {"repoUid":"$WEB","digest":"${digest}","architecture":"arm64"}
    -> with {"architecture":"arm64","scannedDigest":"${digest}","resultCounts":${verdicts},"groups":[{"groupId":"xccdf_._group_Access","resultCounts":${verdicts}}]}
    getStigReport {"repoUid":"$WEB","digest":"${other}"} -> throws NotFoundError: …

    # find a subscription by uid or by sink, although the server cannot filter by sink
    A = put events:Subscription $ORG {"sink":"https://a.example.com/hook"}
    B = put events:Subscription $ORG {"sink":"https://b.example.com/hook"}
    getSubscription {"uid":"$B"} -> {"uid":"$B","parentUid":"$ORG","sink":"https://b.example.com/hook"}
    getSubscription {"sink":"https://a.example.com/hook"}
    -> {"uid":"$A","parentUid":"$ORG","sink":"https://a.example.com/hook"}
    getSubscriptions {"childrenOf":"$ORG","limit":3} -> with {"length":2}
    getCount {"of":"subscriptions","childrenOf":"$ORG"} -> 2
    ping -> "pong"

    # have a catalog of images that is the same for everybody, by name, without what describes a mirror
    COPY = put registry:Repo $ORG {"name":"copy","sync_config":{"source":"public-org/nginx"},"customOverlay":${overlay}}
    getCatalogImages -> [nginx python]
    getCatalogImages {"name":"nginx"} -> [nginx]
    getCatalogImages {"orderBy":"name desc","limit":1} -> [python]
  `);
});

describe("an image size that is a JSON number", () => {
  it("is refused when its last digits were lost", async () => {
    const { client } = scriptedClient([{ text: '{"size":9007199254740993}' }, { text: '{"size":12}' }]);
    const getImageSize = ask(imageSize);
    const asked = { repoUid: "a/b", digest };
    await assert.rejects(getImageSize(client, asked), { name: "ProtocolError", message: /lost its last digits/ });
    assert.deepEqual(await getImageSize(client, asked), { size: 12, architecture: "" });
  });
});
