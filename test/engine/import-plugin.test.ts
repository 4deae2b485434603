import assert from "node:assert/strict";
import { join } from "node:path";
import { IMPORT_LINE } from "../../src/command/commands/import/import-file";
import { call } from "../support/command";
import { succeeded } from "../support/engine";
import { checkProgram } from "../support/imported-files";
import { mutations } from "../support/log";
import { manyGroups, smallOrganization } from "../support/organization";
import type { Stack } from "../support/stack";
import { assertNothingToDo, importedPlace, recordedIn, textIn } from "./imported-place";

describe("an organization that was imported for the plugin", function () {
  this.timeout(600_000);
  const place = importedPlace();

  /** What the README says: the import, by the Pulumi CLI. */
  const importByFile = (stack: Stack) =>
    stack.run([...IMPORT_LINE.split(" ").slice(1), "--yes", "--suppress-progress"]);
  const drift = ({ environment }: Stack) =>
    call(["drift", "--cwd", place.folder(), "--unmanaged", "-o", "json"], { environment });

  it("is in the state after pulumi import --file, without a change in any preview, in both hosts", async () => {
    const emulator = place.emulator();
    const folder = place.folder();
    const root = emulator.organization.uid;
    smallOrganization(emulator);
    manyGroups(emulator, 4);
    const canary = "canary-of-the-path";
    emulator.put("events:Subscription", root, { sink: `https://hooks.example.com/${canary}` });
    // Its name is older than a rule of the platform.
    const old = String(emulator.put("iam:Group", root, { name: "older" }).uid);
    emulator.edit(old, { name: "Older Than The Rule" }, "iam:Group");
    assert.ok(place.total() >= 50, `${place.total()} objects`);

    const imported = await place.importProgram("--for", "plugin");
    assert.equal(imported.code, 0, imported.stdout + imported.stderr);
    assert.ok(
      imported.stdout.includes(`${IMPORT_LINE}, then pulumi up. Its preview must show only the option protect`),
      imported.stdout,
    );
    assert.ok(textIn(join(folder, "README.md")).includes(IMPORT_LINE));
    place.installPackages();
    await checkProgram(folder);
    const stack = await place.stackOf();
    await place.setSecrets(stack);

    emulator.clearRequests();
    const printed = succeeded(await importByFile(stack));
    assert.deepEqual(mutations(emulator.requests), []);
    assert.equal((await recordedIn(stack)).length, place.total());
    assert.ok(!(printed.output + JSON.stringify(await stack.export())).includes(canary), "the sink is shown");
    succeeded(await stack.preview("--expect-no-changes"));
    const clean = await drift(stack);
    assert.deepEqual([clean.code, clean.stderr], [0, ""], clean.stdout);
    succeeded(await importByFile(stack));
    assert.equal((await recordedIn(stack)).length, place.total());
    succeeded(await stack.up("--expect-no-changes"));
    const kinds = (await recordedIn(stack)).filter(({ protect }) => protect).map(({ type }) => type.split(":").at(-1));
    assert.deepEqual([...new Set(kinds)].sort(), ["Group", "IdentityProvider", "Repo"]);
    await assertNothingToDo(stack);

    for (const [shell, prefix] of [
      ["dynamic", "pulumi-nodejs:dynamic/platform/"],
      ["plugin", "platform:index:"],
    ] as const) {
      succeeded(await stack.run(["config", "set", "platform:shell", shell]));
      succeeded(await stack.up());
      assert.ok(
        (await recordedIn(stack)).every(({ type }) => type.startsWith(prefix)),
        shell,
      );
      await assertNothingToDo(stack);
    }
    assert.deepEqual(mutations(emulator.requests), []);
  });
});
