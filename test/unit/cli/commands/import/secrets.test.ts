import assert from "node:assert/strict";
import { secretInputs, secretsPage } from "../../../../../src/cli/commands/import/secrets";
import { group } from "../../../../../src/resources/group";
import { identityProvider } from "../../../../../src/resources/identity-provider";
import { subscription } from "../../../../../src/resources/subscription";

describe("what a written program reads from the stack's config", () => {
  it("is a sink with more than an origin", () => {
    const isSecret = (sink: string) => secretInputs(subscription.fields, { parentUid: "org", sink }).length === 1;
    for (const sink of ["https://a.example.com", "https://a.example.com/", "https://a.example.com:8443/"])
      assert.ok(!isSecret(sink), sink);
    for (const rest of ["/hook", "/?token=x", "?token=x", "#x", "//", "/hook/..", "/hook/%2e%2e"])
      assert.ok(isSecret(`https://a.example.com${rest}`), rest);
    assert.ok(isSecret("https://user:password@a.example.com/"));
    assert.ok(isSecret("no address"));
  });

  it("is no other input", () => {
    assert.deepEqual(secretInputs(group.fields, { name: "https://a.example.com/hook" }), []);
    assert.deepEqual(secretInputs(identityProvider.fields, { oidc: { issuer: "https://a.example.com/hook" } }), []);
  });

  it("is set by a line for each, of all imports, in one order", () => {
    const written = (key: string) => ({ file: "index.ts", name: key, secrets: { sink: key } });
    const objects = {
      "events:Subscription 1a/2b": written("twoSink"),
      "iam:Group 1a/4d": { file: "index.ts", name: "web" },
      "events:Subscription 1a/1a": written("oneSink"),
      "events:Subscription $(evil)": written("noSink"),
      "constructor 1a": written("noSink"),
    };
    const lines = secretsPage(objects).match(/^secret .*$/gm);
    assert.deepEqual(lines, ["secret oneSink getSubscription 1a/1a sink", "secret twoSink getSubscription 1a/2b sink"]);
  });
});
