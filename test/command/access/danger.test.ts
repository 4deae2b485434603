import assert from "node:assert/strict";
import { mostDangerousFirst, powerOf } from "../../../src/command/access/danger";
import type { AccessChange } from "../../../src/command/access/difference";

const changeOf = (identityUid: string, capabilities: readonly string[], isGain = true): AccessChange => ({
  identityUid,
  isGain,
  capabilities,
  groupUids: ["r"],
});

describe("the danger of changes", () => {
  it("puts new owners first, then new identities, then gains of the strongest capabilities, and losses last (row 157)", () => {
    const many = Array.from({ length: 420 }, (_, i) => changeOf(`r/bot${i}`, ["CAP_REPO_DELETE", "CAP_TAG_LIST"]));
    const changes = [
      changeOf("r/left", ["CAP_IAM_ROLE_BINDINGS_CREATE"], false),
      changeOf("r/reader", ["CAP_REPO_LIST"]),
      ...many,
      changeOf("r/inviter", ["CAP_IAM_IDENTITY_CREATE"]),
      changeOf("r/new~reader", ["CAP_REPO_LIST"]),
      changeOf("r/binder", ["CAP_IAM_ROLE_BINDINGS_CREATE", "CAP_REPO_LIST"]),
      changeOf("r/new~owner", ["CAP_IAM_ROLE_BINDINGS_CREATE", "CAP_IAM_ROLE_BINDINGS_UPDATE"]),
    ];
    const order = mostDangerousFirst(changes, (uid) => uid.includes("~")).map(({ identityUid }) => identityUid);
    assert.deepEqual(order.slice(0, 5), ["r/new~owner", "r/binder", "r/new~reader", "r/inviter", "r/bot0"]);
    assert.deepEqual(order.slice(-2), ["r/reader", "r/left"]);
  });

  it("is that of a change for capabilities that this version does not know", () => {
    const texts = ["CAP_NEW_GET", "CAP_INTERNAL", "CAP_NEW_PUSH", "9999"].map((name) => powerOf([name]).text);
    assert.deepEqual(texts, ["reading", "changing", "changing", "changing"]);
  });
});
