import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator";
import { digestOf, startWorld } from "../support/command";
import { quickCall } from "../support/quick-call";

describe("pulumi-platform history", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  before(async () => {
    emulator = await startWorld();
  });
  after(() => emulator.close());
  const ask = (...words: string[]) => quickCall(["history", ...words], { environment: emulator.environment });

  it("shows each digest of a tag with its lifetime", async () => {
    const { code, stdout, stderr } = await ask("acme/web:1.2", "--until", "2026-02-01");
    assert.deepEqual([code, stderr], [0, ""]);
    const rows = stdout.split("\n").filter((line) => line.includes("sha256:"));
    assert.deepEqual(
      rows.map((line) => line.split(/\s{2,}/).filter((cell) => !/Z$/.test(cell))),
      [
        ["11d 13h", digestOf("c")],
        ["7d 1h", digestOf("b"), "same"],
        ["1d", digestOf("b")],
        ["7d", digestOf("a"), "first"],
      ],
    );
    assert.match(
      stdout,
      /^acme\/web:1\.2: 4 moves, 3 digests, 2 changes\. Median lifetime: 7d 12h\. Age of the current digest: 11d/m,
    );
  });

  it("reports the digest before --since", async () => {
    const { stdout } = await ask("acme/web:1.2", "--since", "2026-01-10", "--until", "2026-01-15", "-o", "json");
    const document = JSON.parse(stdout) as { digestBefore: string; records: { digest: string; isChange: boolean }[] };
    assert.equal(document.digestBefore, digestOf("a"));
    assert.deepEqual(
      document.records.map(({ digest, isChange }) => [digest, isChange]),
      [
        [digestOf("b"), true],
        [digestOf("b"), false],
      ],
    );
    const before = JSON.parse((await ask("acme/web:1.2", "--since", "2026-01-01", "-o", "json")).stdout);
    assert.equal(before.digestBefore, null);
  });

  it("prints only the digest of a time", async () => {
    assert.deepEqual(await ask("acme/web:1.2", "--at", "2026-01-15T00:00:00Z"), {
      code: 0,
      stdout: `${digestOf("b")}\n`,
      stderr: "",
    });
    const early = await ask("acme/web:1.2", "--at", "2026-01-01");
    assert.deepEqual(early, {
      code: 1,
      stdout: "",
      stderr: "error: acme/web:1.2 had no digest at 2026-01-01 00:00:00Z\n",
    });
  });

  it("accepts the registry's host before the image, and reads more than 1,000 moves", async () => {
    const minute = 60_000;
    const records = Array.from({ length: 2500 }, (_, i) => ({
      updateTimestamp: new Date(Date.parse("2026-01-01T00:00:00Z") + i * minute).toISOString(),
      digest: digestOf("abcdef"[i % 6] ?? ""),
    }));
    emulator.history("acme/busy", "latest", records);
    const { code, stdout } = await ask(`${new URL(emulator.registryUrl).host}/acme/busy`, "-o", "csv");
    assert.equal(code, 0);
    assert.equal(stdout.trim().split("\n").length, 2501);
  });

  it("refuses an invalid call and an unknown tag with 1, each on one line, and accepts the tag that it asks for", async () => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [["acme/web@sha256:abc"], /image must name a tag, .* because a digest has no history/],
      [["Acme/Web:1.2"], /must be the names of organization, image and tag/],
      [["acme/web:1.2", "--since", "yesterday"], /It must be a time/],
      [["acme/web:1.2", "--since", "1d", "--until", "2d"], /--since must not be later than --until/],
      [["acme/web:1.2", "--since", "1d", "--at", "2d"], /--at asks for one digest, so it excludes --since and --until/],
      [["acme/web:1.2", "-o", "xml"], /Allowed choices are table, wide, json/],
    ];
    for (const [words, text] of wrong) {
      const { code, stdout, stderr } = await ask(...words);
      assert.deepEqual([code, stdout], [1, ""], words.join(" "));
      assert.match(stderr, text);
      assert.match(stderr, /^error: [^\n]+\n$/);
    }
    assert.equal((await ask("acme/web:1.2")).code, 0);
    const unknown = await ask("acme/web:9");
    assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
    assert.match(unknown.stderr, /^error: \[MANIFEST_UNKNOWN\] [^\n]+\n$/);
  });

  it("says how to use the config of a stack if a setting is missing", async () => {
    const { code, stderr } = await quickCall(["history", "acme/web:1.2"]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: platform:registryUrl is not set\. .*\. To read the config of a stack, name it with --stack or --cwd\n$/,
    );
  });
});
