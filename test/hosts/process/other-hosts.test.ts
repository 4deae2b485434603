import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXPLICIT } from "../../../src/client/setting-names";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError, type Props } from "../../support/host";
import { type AnyHost, type AnyHostOptions, describeHosts, NAME, TYPE } from "./hosts";

/** What the claims of other processes mean, test/hosts/shared proves. Here two processes make them and heed them. */
describeHosts("an object that moves from one provider of a program to another", (startHost, shell) => {
  let emulator: Emulator;
  let uid: string;
  const hosts: AnyHost[] = [];
  const start = async (options: AnyHostOptions): Promise<AnyHost> => {
    const host = await startHost(options);
    hosts.push(host);
    return host;
  };
  beforeEach(async () => {
    emulator = await startEmulator();
    uid = String(emulator.put("iam:Group", emulator.organization.uid, { name: "team" }).uid);
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
    await emulator.close();
  });

  const group = (more: Props = {}): Props => ({
    [TYPE]: "iam:Group",
    parentUid: emulator.organization.uid,
    name: "team",
    ...more,
  });
  const adopting = () => group({ adoptUid: uid });
  const explicit = (baseUrl = emulator.url) => ({
    "platform:baseUrl": `${baseUrl}/`,
    "platform:token": emulator.token,
    [EXPLICIT.key]: EXPLICIT.value,
  });
  /** The hosts of the default provider and of an explicit one in one run. */
  const both = async (path = ""): Promise<[former: AnyHost, next: AnyHost]> => {
    const address = emulator.url + path;
    const former = await start({ environment: { ...emulator.environment, PLATFORM_BASE_URL: address } });
    return [former, await start({ beside: former, config: explicit(address) })];
  };
  /** What the engine asks for a resource that is in the state. */
  const keep = async (host: AnyHost) => {
    assert.deepEqual((await host.check(group(), group())).failures, []);
    await host.diff(uid, group(), group());
  };
  const deletes = () => emulator.requests.filter(({ method }) => method === "DELETE").length;
  const isKept = async (host: AnyHost, reason: RegExp) => {
    await assert.rejects(host.delete(uid, group()), reason);
    assert.equal(deletes(), 0);
  };
  const AWAITED = /was about to adopt it, but was not created\. The object stays in the state/;

  it("is not deleted, and stays in the state, while the other provider should adopt it", async () => {
    const [former, next] = await both();
    await next.check({}, adopting());
    await isKept(former, AWAITED);
  });

  it("is not deleted while the other provider only reads it for the program, and stays in the state (row 90)", async () => {
    const [former, next] = await both();
    await next.read(uid, { [TYPE]: "iam:Group" });
    await isKept(former, /because the program also reads it with get\. It stays in the state/);
  });

  it("is not deleted while the other provider manages it, whose address ends with a slash", async () => {
    const [former, next] = await both("/api");
    await keep(next);
    await former.delete(uid, group());
    assert.equal(deletes(), 0);
  });

  it("is not deleted when the engine skipped its adoption because something failed in another process (row 131)", async () => {
    const [other, own] = await both();
    const refused = group({ parentUid: "nobody", name: "refused" });
    await other.check({}, refused);
    await assert.rejects(other.create(refused));
    await own.check({}, { ...adopting(), [NAME]: "renamed" });
    await isKept(own, AWAITED);
  });

  it("is named when resources of two providers have it in the state (row 138)", async () => {
    const [former, next] = await both();
    await keep(former);
    await assert.rejects(keep(next), /Two resources of this program manage the same Group/);
  });

  it("is not deleted if the other provider's process was killed in the same run (row 217)", async () => {
    const former = await start({ environment: emulator.environment });
    const next = await startHost({ beside: former, config: explicit(), ownProcess: true });
    await former.check({}, group({ name: "another", [NAME]: "another" }));
    await keep(next);
    await next.close();
    await isKept(former, /something else failed/);
  });

  it("is not deleted if the other provider has its uid at another address, which may be the same platform (row 132)", async () => {
    const alias = emulator.url.replace("127.0.0.1", "localhost");
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit(alias) });
    await next.check({}, adopting());
    const refusal = new RegExp(
      `not deleted, because another provider of this program manages an object of the same uid at ${alias}\\. It stays in the state`,
    );
    await isKept(former, refusal);
    await next.create(adopting());
    await isKept(former, refusal);
  });

  it("moves to its new provider, and is deleted where nothing that another provider manages is part of the run", async () => {
    const [former, next] = await both();
    await next.check({}, adopting());
    await next.create(adopting());
    await former.delete(uid, group());
    assert.equal(deletes(), 0);
    // With --target, the engine neither checks nor diffs what is not targeted. A destroy does not run the program.
    const [targeted, beside] = await both();
    await beside.delete(String(emulator.put("iam:Group", emulator.organization.uid, { name: "other" }).uid), group());
    await targeted.delete(uid, group());
    assert.equal(deletes(), 2);
  });

  it("is recorded if the others can no longer be told of it: a folder removed during the create loses no object (row 16)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tmpdir-"));
    try {
      const host = await start({ environment: { TMPDIR: folder }, config: explicit() });
      const other = group({ name: "other" });
      await host.check({}, other);
      const held = emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
      const creating = host.create(other);
      await held.reached;
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
      held.release();
      const error = await creating.catch((thrown: unknown) => thrown);
      assert.ok(error instanceof HostError && error.incomplete !== undefined, String(error));
      const [made] = emulator.list("iam:Group").filter(({ name }) => name === "other");
      assert.equal(error.incomplete.id, made?.uid);
      await assert.rejects(host.delete(uid, group()), /is damaged/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is adopted by one of two resources that want it through two providers, and by none while it is managed", async () => {
    const [former, next] = await both();
    assert.deepEqual((await former.check({}, adopting())).failures, []);
    const isRefused = async () =>
      assert.match(
        (await next.check({}, adopting())).failures.map(({ reason }) => reason).join(),
        /adoptUid cannot be used, because another resource of this program manages the Group /,
      );
    await isRefused();
    await former.create(adopting());
    await isRefused();
  });

  it("fails without a folder for temporary files, and works with another one; only the dynamic host's default provider may be alone", async () => {
    const refusal = (error: unknown) => {
      assert.ok(error instanceof HostError);
      assert.match(error.message, /^the providers of this program cannot share which objects they manage: /);
      assert.match(
        error.message,
        /\n- Set TMPDIR [^\n]* to a folder that you can write to, and run the same command again\.$/,
      );
      return true;
    };
    const byDefault = (TMPDIR = "/dev/null") => start({ environment: { ...emulator.environment, TMPDIR } });
    const isAlone = shell === "dynamic";
    const checked = await byDefault();
    if (isAlone) await keep(checked);
    else await assert.rejects(keep(checked), refusal);
    await assert.rejects(keep(await start({ environment: { TMPDIR: "/dev/null" }, config: explicit() })), refusal);
    const read = (await byDefault()).read(uid, { [TYPE]: "iam:Group" });
    if (isAlone) assert.equal((await read).id, uid);
    else await assert.rejects(read, refusal);
    // Another host may run the program, and hold the object.
    await assert.rejects((await byDefault()).delete(uid, group()), refusal);
    assert.equal(deletes(), 0);
    const folder = mkdtempSync(join(tmpdir(), "tmpdir-"));
    try {
      await (await byDefault(folder)).delete(uid, group());
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.equal(deletes(), 1);
  });
});
