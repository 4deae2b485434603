import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { checkProgram } from "../support/imported-files";
import { mutations } from "../support/log";
import { manyGroups, smallOrganization } from "../support/organization";
import { populate } from "../support/platform";
import { assertNothingToDo, importedPlace, recordedIn, takeOver, textIn } from "./imported-place";
import { keyedProgram, putAll } from "./keyed-objects";

describe("an organization that was imported", function () {
  this.timeout(600_000);
  const place = importedPlace();

  it("of all kinds is taken over by one up without a write, and nothing is left to do", async () => {
    const emulator = place.emulator();
    const folder = place.folder();
    const world = populate(emulator);
    const engine = { emulator, world, foreignObjects: new Set<string>(), root: emulator.organization.uid };
    putAll(engine as never, keyedProgram(engine, 4));
    smallOrganization(emulator);
    manyGroups(emulator, 1);
    const imported = await place.importProgram();
    assert.equal(imported.code, 0, imported.stdout + imported.stderr);
    await checkProgram(folder);

    const stack = await place.stackOf();
    await place.setSecrets(stack);
    emulator.clearRequests();
    succeeded(await takeOver(stack));
    assert.deepEqual(mutations(emulator.requests), []);
    assert.equal((await recordedIn(stack)).length, place.total());
    await assertNothingToDo(stack);
    assert.deepEqual(mutations(emulator.requests), []);
  });

  it("is not destroyed, because parents are protected until you remove the option, and leaves the state after its delete (row 187)", async () => {
    const emulator = place.emulator();
    const index = join(place.folder(), "index.ts");
    const [kept, lost] = ["kept", "lost"].map((name) =>
      String(emulator.put("iam:Group", emulator.organization.uid, { name }).uid),
    );
    assert.equal((await place.importProgram()).code, 0);
    const stack = await place.stackOf();
    succeeded(await takeOver(stack));
    const program = textIn(index);
    const withoutLine = (name: string) =>
      writeFileSync(index, textIn(index).replace(new RegExp(`^.*new platform\\.Group\\("${name}".*\\n`, "m"), ""));

    const refused = await stack.destroy();
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, /protected/);
    withoutLine("kept");
    assert.notEqual((await stack.up()).code, 0);
    const uids = () => emulator.list("iam:Group").map(({ uid }) => uid);
    assert.ok([kept, lost].every((uid) => uids().includes(uid)));

    writeFileSync(index, program.replace(/("kept".*), \{ protect: true \}/, "$1"));
    succeeded(await stack.up());
    withoutLine("kept");
    succeeded(await stack.up());
    assert.ok(!uids().includes(kept));

    emulator.remove(lost ?? "");
    const again = await place.importProgram();
    assert.match(
      again.stdout,
      /"lost" .* Remove it from the program, unless pulumi stack --show-ids has another uid for it\. Then run pulumi up --refresh\./,
    );
    withoutLine("lost");
    assert.notEqual((await stack.up()).code, 0);
    succeeded(await stack.up("--refresh"));
    assert.equal((await recordedIn(stack)).length, 0);
  });
});
