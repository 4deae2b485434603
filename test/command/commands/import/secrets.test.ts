import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secretInputs, secretKey, secretLines, secretsScript } from "../../../../src/command/commands/import/secrets";
import { group } from "../../../../src/description/resources/group";
import { identityProvider } from "../../../../src/description/resources/identity-provider";
import { subscription } from "../../../../src/description/resources/subscription";
import { writeFiles } from "../../../support/workspace";

describe("the secrets that a generated program reads from the stack's config", () => {
  it("include a sink with more than an origin", () => {
    const isSecret = (sink: string) => secretInputs(subscription.fields, { parentUid: "org", sink }).length === 1;
    for (const sink of ["https://a.example.com", "https://a.example.com:8443/"]) assert.ok(!isSecret(sink), sink);
    for (const rest of ["/hook", "?token=x", "#x", "//", "/hook/..", "/hook/%2e%2e"])
      assert.ok(isSecret(`https://a.example.com${rest}`), rest);
    assert.ok(isSecret("https://user:password@a.example.com/"));
    assert.ok(isSecret("no address"));
  });

  it("include no other input", () => {
    assert.deepEqual(secretInputs(group.fields, { name: "https://a.example.com/hook" }), []);
    assert.deepEqual(secretInputs(identityProvider.fields, { oidc: { issuer: "https://a.example.com/hook" } }), []);
  });
});

describe("the key of a secret", () => {
  const keyFor = (uid: string, label: string) => secretKey({ spec: identityProvider, uid }, label, "clientSecret");

  it("has the id of its object, and is an identifier for every uid and name", () => {
    assert.equal(keyFor("1a/2b", "Acme login"), "acmeLogin_2b_clientSecret");
    assert.equal(keyFor("1a/2b", "\u7532"), "identityProvider_2b_clientSecret");
    for (const text of ["$(evil)", "'; evil; '", "a b\nc", "2-b"])
      assert.match(keyFor(text, text), /^[a-z]\w*$/i, text);
  });
});

describe("the script that sets the secrets of a generated program", () => {
  /** Subscriptions by their uids, with the keys of their sinks. */
  const sinks = (keys: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(keys).map(([uid, key]) => [`events:Subscription ${uid}`, { name: key, secrets: { sink: key } }]),
    );
  const scriptFor = (keys: Readonly<Record<string, string>>, ...asked: { key: string; prompt: string }[]) =>
    secretsScript(secretLines(sinks(keys), asked));

  it("has one line for each secret of all imports, sorted by uid, and none for an edited record", () => {
    const objects = {
      ...sinks({ "1a/2b": "twoSink", "1a/1a": "oneSink", "$(evil)": "noSink" }),
      "iam:Group 1a/4d": { name: "web" },
      "constructor 1a": { name: "noSink", secrets: { sink: "noSink" } },
    };
    assert.deepEqual(secretLines(objects, []), [
      "copy oneSink getSubscription 1a/1a sink",
      "copy twoSink getSubscription 1a/2b sink",
    ]);
  });

  describe("run with bash", function () {
    this.timeout(60_000);
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "set-secrets-"));
      writeFiles(folder, {
        // Records its arguments, and what it reads where it sets a value.
        "bin/pulumi": `#!/usr/bin/env bash
cd '${folder}'
echo "$*" >> calls
if [ "$2" = get ]; then [ -e "set-$3" ]; else cat > "set-$4"; fi
`,
        "node_modules/pulumi-platform/index.js":
          'exports.getSubscription = async ({ uid }) => { if (uid === "1a/0") throw new Error("refused"); return { sink: `https://h/${uid}?t=canary $(x)` }; };',
      });
      chmodSync(join(folder, "bin/pulumi"), 0o755);
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const run = (script: string, input = "", { words = ["set-secrets.sh"], cwd = folder, variables = {} } = {}) => {
      writeFileSync(join(folder, "set-secrets.sh"), script);
      const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}`, ...variables };
      const { status, stdout, stderr } = spawnSync("bash", words, { cwd, env, input, encoding: "utf8" });
      return { status, said: stdout + stderr };
    };
    const settingOf = (key: string) => {
      const file = join(folder, `set-${key}`);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    };
    const calls = () => readFileSync(join(folder, "calls"), "utf8");

    it("copies secrets that the platform returns, prompts for others, keeps those that are set, and shows no value", () => {
      const prompt = "clientSecret of the identity provider a";
      const script = scriptFor({ "1a/2b": "oneSink" }, { key: "aSecret", prompt }, { key: "bSecret", prompt: "b" });
      const values = [" canary a `x` $(y) \\ '", "canary-b"];
      const first = run(script, `${values.join("\n")}\n`);
      assert.deepEqual(first, { status: 0, said: "oneSink: set\naSecret: set\nbSecret: set\n" });
      assert.deepEqual(["aSecret", "bSecret"].map(settingOf), values);
      assert.equal(settingOf("oneSink"), "https://h/1a/2b?t=canary $(x)");
      assert.doesNotMatch(calls(), /canary/);
      assert.deepEqual(run(script), { status: 0, said: "" });
      assert.deepEqual(["aSecret", "bSecret"].map(settingOf), values);
    });

    it("sets the other secrets if a value is missing, and exits with 1", () => {
      const script = scriptFor({ "1a/0": "lostSink", "1a/1": "oneSink" }, { key: "aSecret", prompt: "a" });
      const { status, said } = run(script);
      assert.equal(status, 1);
      assert.match(said, /refused/);
      assert.match(said, /^aSecret: not set, because no value was given$/m);
      assert.deepEqual(["lostSink", "aSecret"].map(settingOf), [undefined, undefined]);
      assert.notEqual(settingOf("oneSink"), undefined);
    });

    it("never gives the value of one key to another, if the same input is piped again", () => {
      const script = scriptFor({}, ...["a", "b", "c"].map((key) => ({ key, prompt: key })));
      writeFileSync(join(folder, "set-b"), "kept");
      const said = "a: set\nc: not set, because no value was given\n";
      assert.deepEqual(run(script, "canary-a\n"), { status: 1, said });
      assert.deepEqual(run(script, "canary-a\ncanary-b\ncanary-c\n"), { status: 0, said: "c: set\n" });
      assert.deepEqual(["a", "b", "c"].map(settingOf), ["canary-a", "kept", "canary-c"]);
    });

    it("shows no value in a trace", () => {
      const script = scriptFor({ "1a/2b": "oneSink" }, { key: "aSecret", prompt: "a" });
      const { status, said } = run(script, "canary-a\n", { words: ["-x", "set-secrets.sh"] });
      assert.deepEqual({ status, said }, { status: 0, said: "oneSink: set\naSecret: set\n+ set +x\n" });
    });

    it("finds its folder from every other folder, also with CDPATH", () => {
      const script = secretsScript(["pwd"]);
      writeFiles(folder, { "elsewhere/program/other": "", "program/set-secrets.sh": script });
      const [program, variables] = [join(folder, "program"), { CDPATH: join(folder, "elsewhere") }];
      for (const [cwd, file] of [
        [folder, "program/set-secrets.sh"],
        [tmpdir(), join(program, "set-secrets.sh")],
      ] as const) {
        const { status, said } = run(script, "", { words: [file], cwd, variables });
        assert.deepEqual([status, said], [0, `${realpathSync(program)}\n`], file);
      }
    });

    it("never runs code from the name of an object", () => {
      const touch = `touch '${join(folder, "evil")}'`;
      const ways = [`'; ${touch}; '`, `$(${touch})`, `\`${touch}\``, `x\n${touch}`, `x\r${touch} #`, "\\'", "%s\u202e"];
      for (const name of ways) {
        rmSync(join(folder, "set-aSecret"), { force: true });
        const { status } = run(scriptFor({}, { key: "aSecret", prompt: name }), "canary\n");
        assert.deepEqual([status, existsSync(join(folder, "evil"))], [0, false], name);
      }
    });
  });
});
