import { createHash } from "node:crypto";
import { lookupStories } from "./lookup-stories";

/** The seeded tag, whose digests are of the numbers from 0. */
const NGINX = '"image":"nginx","tag":"latest"';
const digestOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const record = (time: string, digest: string) => `{"updateTimestamp":"${time}","digest":"${digest}"}`;
const OWN = record("2026-01-01T00:00:00.000Z", digestOf("own"));

describe("lookups of tag histories", () => {
  lookupStories(`
    # return a tag's whole history, each record once, and its digest at any time
    getTagHistory {${NGINX}} -> with {"length":2500}
    getTagHistory {${NGINX},"start":"2024-01-01T08:00:00.555Z","end":"2024-01-01T16:00:00.556Z"}
    -> [${record("2024-01-01T08:00:00.555Z", digestOf("0"))},${record("2024-01-01T16:00:00.556Z", digestOf("1"))}]
    getTagDigest {${NGINX},"at":"2024-01-01T16:00:00.555Z"} -> "${digestOf("0")}"
    getTagDigest {${NGINX},"at":"2024-01-01T16:00:00.556Z"} -> "${digestOf("1")}"
    getTagDigest {${NGINX}} -> "${digestOf("2499")}"
    getTagDigest {${NGINX},"at":"2020-01-01T00:00:00Z"}
    -> throws NoSingleAnswerError: getTagDigest: this tag had no digest at that time
    getTagDigest {"image":"nginx","tag":"nope"} -> throws RegistryError: [MANIFEST_UNKNOWN]…

    # get a private image with the registry's token
    history acme/app v1 [${OWN}]
    getTagHistory {"org":"acme","image":"app","tag":"v1"} -> [${OWN}]
  `);
});
