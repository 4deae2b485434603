import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXPLICIT } from "../../../src/client/setting-names";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { writtenName } from "../../../src/hosts/shared/other-hosts";
import { HostError, type Props } from "../../support/host";
import { type AnyHost, type AnyHostOptions, describeHosts, NAME, TYPE } from "../../support/hosts";

describeHosts("an object that moves from one provider of a program to another", (startHost, shell) => {
  let emulator: Emulator;
  const hosts: AnyHost[] = [];
  const start = async (options: AnyHostOptions): Promise<AnyHost> => {
    const host = await startHost(options);
    hosts.push(host);
    return host;
  };
  beforeEach(async () => {
    emulator = await startEmulator();
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
  const explicit = (token = emulator.token, baseUrl = emulator.url) => ({
    "platform:baseUrl": `${baseUrl}/`,
    "platform:token": token,
    [EXPLICIT.key]: EXPLICIT.value,
  });
  const put = () => String(emulator.put("iam:Group", emulator.organization.uid, { name: "team" }).uid);
  const deletes = () => emulator.requests.filter(({ method }) => method === "DELETE").length;

  it("is not deleted, and stays in the state, while the other provider should adopt it", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    await next.check({}, group({ adoptUid: uid }));
    await assert.rejects(
      former.delete(uid, group()),
      /was about to adopt it, but its create failed\. The object stays in the state/,
    );
    assert.equal(deletes(), 0);
  });

  it("is not deleted while the other provider only reads it for the program, and stays in the state (row 90)", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    await next.read(uid, { [TYPE]: "iam:Group" });
    await assert.rejects(
      former.delete(uid, group()),
      /because the program also reads it with get\. It stays in the state/,
    );
    assert.equal(deletes(), 0);
  });

  it("is not deleted while the other provider manages it", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    await next.check(group(), group());
    await next.diff(uid, group(), group());
    await former.delete(uid, group());
    assert.equal(deletes(), 0);
  });

  it("is not deleted when the engine skipped its adoption because something failed in another process (row 131)", async () => {
    const uid = put();
    const other = await start({ environment: emulator.environment });
    const own = await start({ beside: other, config: explicit() });
    const refused = { [TYPE]: "iam:Group", parentUid: "nobody", name: "refused" };
    await other.check({}, refused);
    await assert.rejects(other.create(refused));
    assert.deepEqual((await own.check({}, group({ adoptUid: uid, [NAME]: "renamed" }))).failures, []);
    await assert.rejects(
      own.delete(uid, group()),
      /was about to adopt it, but its create failed\. The object stays in the state/,
    );
    assert.equal(deletes(), 0);
  });

  it("is named when resources of two providers have it in the state (row 138)", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    await former.check(group(), group());
    await former.diff(uid, group(), group());
    await next.check(group(), group());
    await assert.rejects(next.diff(uid, group(), group()), /Two resources of this program manage the same Group/);
  });

  it("is deleted if the other provider belongs to another run", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ config: explicit() });
    await next.check(group(), group());
    await next.diff(uid, group(), group());
    await former.delete(uid, group());
    assert.equal(deletes(), 1);
  });

  it("is not deleted if the other provider's process was killed in the same run (row 217)", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await startHost({ beside: former, config: explicit(), ownProcess: true });
    await former.check({}, group({ name: "another", [NAME]: "another" }));
    await next.check(group(), group());
    await next.diff(uid, group(), group());
    await next.close();
    await former.delete(uid, group());
    assert.equal(deletes(), 0);
    assert.ok(emulator.get(uid));
  });

  it("is not deleted if the other provider has its uid at another address, which may be the same platform (row 132)", async () => {
    const uid = put();
    const alias = emulator.url.replace("127.0.0.1", "localhost");
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit(emulator.token, alias) });
    assert.deepEqual((await next.check({}, group({ adoptUid: uid }))).failures, []);
    const refusal = new RegExp(
      `not deleted, because another provider of this program manages an object of the same uid at ${alias}\\. It stays in the state`,
    );
    await assert.rejects(former.delete(uid, group()), refusal);
    await next.create(group({ adoptUid: uid }));
    await assert.rejects(former.delete(uid, group()), refusal);
    assert.equal(deletes(), 0);
  });

  it("moves to its new provider if both have one address, and is deleted if only the old one is targeted", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    await next.check({}, group({ adoptUid: uid }));
    await next.create(group({ adoptUid: uid }));
    await former.delete(uid, group());
    assert.equal(deletes(), 0);
    // With --target, the engine neither checks nor diffs what is not targeted, so that no other provider manages anything.
    const destroying = await start({ environment: emulator.environment });
    const beside = await start({ beside: destroying, config: explicit("other", "http://localhost:1") });
    await assert.rejects(beside.delete("org/other", group()));
    await destroying.delete(uid, group());
    assert.equal(deletes(), 1);
  });

  it("is not deleted while the file of the run is damaged, because the lost line may name it (row 132)", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    await next.check(group(), group());
    await next.diff(uid, group(), group());
    const folder = join(tmpdir(), `pulumi-platform-hosts-${process.getuid?.() ?? ""}`);
    const written = writtenName(`iam:Group ${uid}`);
    const name = readdirSync(folder).find((file) => readFileSync(join(folder, file), "utf8").includes(written));
    appendFileSync(join(folder, name ?? ""), "\n417~8231 1772000000000 http://cut sho");
    for (const _ of [1, 2])
      await assert.rejects(former.delete(uid, group()), /Nothing was changed, because the file \S+ is damaged/);
    assert.equal(deletes(), 0);
  });

  it("is not deleted if the other provider's address ends with a slash", async () => {
    const uid = put();
    const former = await start({ environment: { ...emulator.environment, PLATFORM_BASE_URL: `${emulator.url}/api` } });
    const next = await start({ beside: former, config: explicit(emulator.token, `${emulator.url}/api`) });
    await next.check(group(), group());
    await next.diff(uid, group(), group());
    await former.delete(uid, group());
    assert.equal(deletes(), 0);
  });

  it("is adopted by one of two resources that want it through two providers, and by none while it is managed", async () => {
    const uid = put();
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    assert.deepEqual((await former.check({}, group({ adoptUid: uid }))).failures, []);
    const second = async () => (await next.check({}, group({ adoptUid: uid }))).failures.map(({ reason }) => reason);
    assert.match(
      (await second()).join(),
      /adoptUid cannot be used, because another resource of this program manages the Group /,
    );
    await former.create(group({ adoptUid: uid }));
    assert.match(
      (await second()).join(),
      /adoptUid cannot be used, because another resource of this program manages the Group /,
    );
  });

  it("is deleted by a destroy, with one provider and with two, because none of them runs the program", async () => {
    const uid = put();
    const other = String(emulator.put("iam:Group", emulator.organization.uid, { name: "other" }).uid);
    emulator.put("iam:Group", uid, { name: "inside" });
    const former = await start({ environment: emulator.environment });
    const next = await start({ beside: former, config: explicit() });
    await next.delete(other, group({ name: "other" }));
    await assert.rejects(former.delete(uid, group()), /RESOURCE_NOT_EMPTY/);
  });

  it("fails without a folder for temporary files, and works with another one; only the dynamic host's default provider may be alone", async () => {
    const environment = { TMPDIR: "/dev/null" };
    const refusal = (error: unknown) => {
      assert.ok(error instanceof HostError);
      assert.match(error.message, /^the providers of this program cannot share which objects they manage: /);
      assert.match(
        error.message,
        /\n- Set TMPDIR \(on Windows, TEMP\) to a folder that you can write to, and run the same command again\.$/,
      );
      return true;
    };
    const ofDefault = await start({ environment: { ...emulator.environment, ...environment } });
    assert.deepEqual((await ofDefault.check(group(), group())).failures, []);
    const uid = put();
    if (shell === "dynamic") await ofDefault.diff(uid, group(), group());
    else await assert.rejects(ofDefault.diff(uid, group(), group()), refusal);
    const next = await start({ environment, config: explicit() });
    await next.check(group(), group());
    await assert.rejects(next.diff(uid, group(), group()), refusal);

    const reader = await start({ environment: { ...emulator.environment, ...environment } });
    const read = reader.read(uid, { [TYPE]: "iam:Group" });
    if (shell === "dynamic") assert.equal((await read).id, uid);
    else await assert.rejects(read, refusal);

    // Another host may run the program, and hold the object.
    const former = await start({ environment: { ...emulator.environment, ...environment } });
    await assert.rejects(former.delete(uid, group()), refusal);
    assert.ok(emulator.get(uid));

    const folder = mkdtempSync(join(tmpdir(), "tmpdir-"));
    try {
      const again = await start({ environment: { ...emulator.environment, TMPDIR: folder } });
      await again.delete(uid, group());
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.equal(emulator.get(uid), undefined);
  });
});
