import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedToken, tokenFile } from "../../src/api/credentials";
import { literal, path } from "../../src/api/path";
import { remember, scrub } from "../../src/api/secret";
import type { HttpRequest } from "../../src/api/transport";
import { startEmulator } from "../../src/emulator";
import { create } from "../../src/lifecycle/create";
import { remove } from "../../src/lifecycle/delete";
import { diff } from "../../src/lifecycle/diff";
import { IncompleteError } from "../../src/lifecycle/errors";
import { read } from "../../src/lifecycle/read";
import { update } from "../../src/lifecycle/update";
import { dynamic } from "../../src/provider";
import { group } from "../../src/resources/group";
import { identity } from "../../src/resources/identity";
import { repo } from "../../src/resources/repo";
import { providerText, startHost } from "../support/host";
import { bodyOf, listed, lost, missing, object, refusal, scriptedContext, unknownPath } from "../support/lifecycle";
import { scriptedClient } from "../support/scripted";

const team = { parentUid: "org", name: "team", description: "d" };

describe("what was once wrong", () => {
  it("the first call of another type keeps what the run knows of young parents", async () => {
    const emulator = await startEmulator({ port: 0 });
    const host = await startHost({ environment: emulator.environment });
    try {
      const parent = await host.create({
        __provider: providerText("iam:Group"),
        parentUid: emulator.organization.uid,
        name: "young",
      });
      emulator.fault({
        method: "POST",
        path: "/iam/v2/identities",
        action: { kind: "status", code: "PERMISSION_DENIED" },
      });
      await host.create({
        __provider: providerText("iam:Identity"),
        parentUid: parent.id,
        name: "ci",
        servicePrincipal: "SERVICE_PRINCIPAL_SKILLS",
      });
    } finally {
      await host.close();
      await emulator.close();
    }
  });
  it("two creates of one key are exclusive although another type is configured between them", async () => {
    const emulator = await startEmulator({ port: 0 });
    const host = await startHost({ environment: emulator.environment });
    try {
      const inputs = { __provider: providerText("iam:Group"), parentUid: emulator.organization.uid, name: "one" };
      const fault = emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
      const first = host.create(inputs);
      await fault.reached;
      await host.check({}, { __provider: providerText("iam:Identity") });
      const second = host.create(inputs);
      second.catch(() => {});
      await new Promise((r) => setTimeout(r, 300));
      fault.release();
      await Promise.allSettled([first, second]);
      assert.equal(emulator.list("iam:Group").filter(({ name }) => name === "one").length, 1);
    } finally {
      await host.close();
      await emulator.close();
    }
  });
  it("a refused fixed token is not sent again", async () => {
    const { client, requests } = scriptedClient([refusal("UNAUTHENTICATED", "who"), {}], {
      tokens: fixedToken("token-123", "T"),
    });
    await client.get(literal("/x")).catch(() => {});
    assert.equal(requests.length, 1);
  });
  it("a state without provider under another parent is replaced, not updated", async () => {
    const provider = dynamic("iam:Group");
    const d = await provider.diff(
      "org/a",
      { parentUid: "org", name: "a" },
      { __provider: "x", parentUid: "org/b", name: "a" },
    );
    assert.deepEqual(d.replaces, ["parentUid"]);
  });
  it("an update never sends the parent", async () => {
    const script = scriptedContext([object({ uid: "org/a", name: "team" }), object({ uid: "org/a", name: "team" })]);
    await update(
      script.context,
      group,
      "org/a",
      { parentUid: "org", name: "team" },
      { parentUid: "org/b", name: "team" },
    ).catch(() => {});
    assert.deepEqual(script.requests.map(bodyOf), []);
  });
  it("an object whose echo is poor and that cannot be read is recorded with its inputs", async () => {
    const script = scriptedContext([listed("groups"), object({ uid: "org/a" }), refusal("PERMISSION_DENIED")]);
    const error = await create(script.context, group, team).catch((e) => e);
    assert.ok(error instanceof IncompleteError);
    assert.deepEqual(diff(group, error.properties, team).replaces, []);
  });
  it("a repo whose readme alone is not found is not gone", async () => {
    const answers = [object({ uid: "org/r", name: "app" }), missing("org/r/readme"), object({ uid: "org" })];
    const script = scriptedContext(answers);
    const found = await read(script.context, repo, "org/r", { parentUid: "org", name: "app", readme: "# a" }).catch(
      (e) => e,
    );
    assert.notEqual(found, undefined);
  });
  it("a blocked delete says so even when what blocks it cannot be listed", async () => {
    const blocked = refusal("FAILED_PRECONDITION", "p", [
      {
        kind: "PreconditionFailure",
        violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description: "has child groups" }],
      },
    ]);
    const { context } = scriptedContext([blocked, blocked, ...Array(20).fill(refusal("PERMISSION_DENIED", "no list"))]);
    const error = await remove(context, group, "org/a", { name: "team" }).catch((e) => e);
    assert.match(error.message, /RESOURCE_NOT_EMPTY/);
  });
  it("ALREADY_EXISTS is told even when the look after it fails", async () => {
    const { context } = scriptedContext([
      listed("groups"),
      refusal("ALREADY_EXISTS", "taken"),
      refusal("PERMISSION_DENIED", "no list"),
    ]);
    const error = await create(context, group, team).catch((e) => e);
    assert.match(error.message, /ALREADY_EXISTS|taken/);
  });
  it("an empty adoptUid is none", async () => {
    const { context } = scriptedContext([listed("groups"), object({ uid: "org/a", name: "team", description: "d" })]);
    assert.equal((await create(context, group, { ...team, adoptUid: "" })).uid, "org/a");
  });
  it("a readme that was left alone at an adoption, then set, then removed, is emptied", async () => {
    const inputs = { parentUid: "org", name: "app" };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app" }),
      object({ content: "# theirs" }),
      object({ content: "# ours" }),
      object({}),
    ]);
    const adopted = await create(script.context, repo, { ...inputs, adoptUid: "org/r" });
    const ours = await update(script.context, repo, "org/r", adopted.outputs, { ...inputs, readme: "# ours" });
    await update(script.context, repo, "org/r", ours, inputs);
    assert.deepEqual(script.requests.map(bodyOf).slice(2), [{ content: "# ours" }, { content: "" }]);
  });
  it("a readme that was left alone at an adoption, is among the inputs of a read", async () => {
    const inputs = { parentUid: "org", name: "app" };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app" }),
      object({ content: "# theirs" }),
      object({ content: "# ours" }),
      object({ uid: "org/r", name: "app" }),
      object({ content: "# ours" }),
    ]);
    const adopted = await create(script.context, repo, { ...inputs, adoptUid: "org/r" });
    const ours = await update(script.context, repo, "org/r", adopted.outputs, { ...inputs, readme: "# ours" });
    const found = await read(script.context, repo, "org/r", ours);
    assert.deepEqual(found?.inputs, { ...inputs, readme: "# ours" });
  });
  it("a message left alone at an adoption and then declared in part belongs to the program", async () => {
    const inputs = { parentUid: "org", name: "app" };
    const theirs = { uid: "org/r", name: "app", customOverlay: { environment: { A: "1" } } };
    const ours = { ...theirs, customOverlay: { environment: { A: "2" } } };
    const script = scriptedContext([object(theirs), object({}), object(ours), object(ours), object(ours)]);
    const adopted = await create(script.context, repo, { ...inputs, adoptUid: "org/r" });
    const desired = { ...inputs, customOverlay: { environment: { A: "2" } } };
    const updated = await update(script.context, repo, "org/r", adopted.outputs, desired);
    const found = await read(script.context, repo, "org/r", updated);
    assert.deepEqual(found?.inputs, desired);
  });
  it("a message left alone at an adoption and then declared is cleared when it is taken out again", async () => {
    const recorded = {
      parentUid: "org",
      name: "app",
      customOverlay: { environment: { A: "1" } },
      __server: { filled: ["customOverlay"] },
    };
    const { customOverlay: _, __server: __, ...inputs } = recorded;
    const after = { uid: "org/r", name: "app", customOverlay: { environment: { A: "2" } } };
    const script = scriptedContext([object(after), object({ uid: "org/r", name: "app" })]);
    const updated = await update(script.context, repo, "org/r", recorded, {
      ...inputs,
      customOverlay: { environment: { A: "2" } },
    });
    assert.deepEqual(diff(repo, updated, inputs).changed, true);
  });
  it("what the server made of a reference is forgotten with the message around it", async () => {
    const recorded = {
      parentUid: "org",
      name: "app",
      syncConfig: { source: "o/a" },
      __server: { rewritten: { "syncConfig.source": "org/1" } },
    };
    const without = { parentUid: "org", name: "app" };
    const again = { ...without, syncConfig: { source: "org/2" } };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app" }),
      object({ uid: "org/r", name: "app", sync_config: { source: "org/2" } }),
      object({ uid: "org/r", name: "app", sync_config: { source: "org/1" } }),
    ]);
    const removed = await update(script.context, repo, "org/r", recorded, without);
    const added = await update(script.context, repo, "org/r", removed, again);
    const found = await read(script.context, repo, "org/r", added);
    assert.deepEqual(found?.inputs.syncConfig, { source: "org/1" });
  });
  it("outputs inside a message follow an update of a leaf of it", async () => {
    const recorded = {
      parentUid: "org",
      name: "app",
      syncConfig: { source: "org/1", gracePeriod: true, apkoOverlay: "old" },
    };
    const script = scriptedContext([
      object({ uid: "org/r", name: "app", sync_config: { source: "org/2", apkoOverlay: "new" } }),
    ]);
    const updated = await update(script.context, repo, "org/r", recorded, {
      parentUid: "org",
      name: "app",
      syncConfig: { source: "org/2" },
    });
    assert.deepEqual(updated.syncConfig, { source: "org/2", apkoOverlay: "new" });
  });
  it("two resources of a run cannot adopt one object", async () => {
    const it = object({ uid: "org/a", name: "team", description: "d" });
    const { context } = scriptedContext([it, it]);
    await create(context, group, { ...team, adoptUid: "org/a" });
    await assert.rejects(create(context, group, { ...team, adoptUid: "org/a" }));
  });
  it("scrubbing leaves the words bearer token alone", () => {
    assert.equal(scrub("invalid bearer token"), "invalid bearer token");
  });
  it("of two secrets of which one begins the other, the longer goes whole", () => {
    remember("abcdef-long");
    remember("abcdef-long-and-the-rest");
    assert.equal(scrub("x abcdef-long-and-the-rest"), "x [redacted]");
  });
  it("a token file that cannot be read is named", async () => {
    const dir = mkdtempSync(join(tmpdir(), "x-"));
    mkdirSync(join(dir, "d"));
    try {
      await assert.rejects(tokenFile(join(dir, "d"), "T").current(), {
        name: "ConfigurationError",
        message: /^T: cannot read the token file /,
      });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
  it("a late commit that makes the second POST ALREADY_EXISTS is not said to be nothing", async () => {
    const mine = { uid: "org/a", name: "team", description: "d" };
    const { context } = scriptedContext([
      listed("groups"),
      lost,
      listed("groups"),
      listed("groups"),
      refusal("ALREADY_EXISTS", "taken"),
      listed("groups", mine),
    ]);
    const result = await create(context, group, team).catch((e) => e);
    assert.doesNotMatch(String(result.message), /Nothing was created/);
  });
  it("an object that this run has just made and that is not visible yet is waited for", async () => {
    const script = scriptedContext([
      listed("repos"),
      object({ uid: "org/r", name: "app" }),
      missing("org/r"),
      object({ content: "# a" }),
    ]);
    const made = await create(script.context, repo, { parentUid: "org", name: "app", readme: "# a" });
    assert.equal(made.uid, "org/r");
  });
  it("an adopted object has the outputs that its class promises", async () => {
    const { context } = scriptedContext([
      object({
        uid: "org/a",
        name: "team",
        description: "d",
        createTime: "2026-01-01T00:00:00Z",
        updateTime: "2026-01-01T00:00:00Z",
      }),
    ]);
    const { outputs } = await create(context, group, { ...team, adoptUid: "org/a" });
    assert.equal(outputs.updateTime, "2026-01-01T00:00:00Z");
  });
  it("a path that the gateway does not know makes one think of the base URL", async () => {
    const script = scriptedContext([unknownPath, unknownPath]);
    const error = await read(script.context, group, "org/a", team).catch((e) => e);
    assert.match(error.message, /base URL|baseUrl/);
  });
  it("an environment variable may be called constructor", async () => {
    const customOverlay = { environment: { constructor: "x" } };
    const inputs = { parentUid: "org", name: "app", customOverlay };
    const script = scriptedContext([
      listed("repos"),
      object({ uid: "org/r", name: "app", customOverlay }),
      object({ uid: "org/r", name: "app", customOverlay }),
    ]);
    assert.equal((await create(script.context, repo, inputs)).uid, "org/r");
  });
  it("what does not refer to the object is not said to block it, where a server ignores filters", async () => {
    const blocked = refusal("FAILED_PRECONDITION", "p", [
      {
        kind: "PreconditionFailure",
        violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description: "has bindings" }],
      },
    ]);
    const other = { uid: "org/x", identity: { uid: "org/other" }, role: { uid: "viewer" } };
    const { context } = scriptedContext([
      blocked,
      blocked,
      ...Array(10).fill((request: HttpRequest) => listed(request.path.text.split("/").at(-1) ?? "", other)),
    ]);
    const error = await remove(context, identity, "org/i", { name: "ci" }).catch((e) => e);
    assert.doesNotMatch(error.message, /org\/other/);
  });
  it("a body above the server's limit is not sent five times", async () => {
    const tooLarge = refusal("RESOURCE_EXHAUSTED", "grpc: received message larger than max (5000000 vs. 4194304)");
    const { client, requests } = scriptedClient(Array(5).fill(tooLarge));
    await client
      .update(path`/registry/v2/repos/${"org/r"}`, { content: "x".repeat(5_000_000) }, ["content"])
      .catch(() => {});
    assert.ok(requests.length <= 1, `${requests.length} requests`);
  });
  it("a uid that a list gives is checked as one of a create is", async () => {
    const { context } = scriptedContext([
      listed("groups"),
      lost,
      listed("groups", { uid: "org/a:verb", name: "team", description: "d" }),
      listed("groups"),
      lost,
      listed("groups"),
      listed("groups"),
    ]);
    const result = await create(context, group, team).catch((e) => e);
    assert.notEqual(result.uid, "org/a:verb");
  });
});
