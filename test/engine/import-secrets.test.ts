import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { checkProgram } from "../support/imported-files";
import { importedPlace, recordedIn, takeOver, textIn } from "../support/imported-place";
import { mutations } from "../support/log";

describe("the secrets of an organization that was imported", function () {
  this.timeout(600_000);
  const place = importedPlace();

  it("has the sinks of subscriptions as secrets of the stack's config, which set-secrets.sh sets without showing one", async () => {
    const emulator = place.emulator();
    const folder = place.folder();
    const root = emulator.organization.uid;
    const canaries = ["canary-of-the-path", "canary-of-the-query", "canary-of-the-second-import"];
    const put = (sink: string) => emulator.put("events:Subscription", root, { sink });
    put(`https://hooks.example.com/services/${canaries[0]}`);
    put(`https://hooks.example.com/?token=${canaries[1]}`);
    put("https://plain.example.com/");
    const said: string[] = [];
    const imported = async () => {
      const { code, stdout, stderr } = await place.importProgram();
      assert.equal(code, 0, stdout + stderr);
      said.push(stdout, stderr, ...readdirSync(folder).map((name) => textIn(join(folder, name))));
      return stdout;
    };
    assert.match(await imported(), /2 secrets from the stack's config \(Subscription\.sink\).*bash set-secrets\.sh/);
    await checkProgram(folder);
    const stack = await place.stackOf();
    assert.match((await takeOver(stack)).output, /Missing required configuration variable/);
    for (const added of [0, 1]) {
      if (added === 1) {
        put(`https://second.example.com/${canaries[2]}`);
        assert.match(await imported(), /1 secret from the stack's config/);
        await checkProgram(folder, { isLinted: false });
      }
      // A value that cannot be read is not set, to nothing least of all.
      const stranger = { environment: { ...stack.environment, PLATFORM_TOKEN: "wrong" } };
      await assert.rejects(place.setSecrets(stranger), /PLATFORM_TOKEN/);
      said.push(await place.setSecrets(stack));
      // What is set stays, and is not even asked for.
      said.push(await place.setSecrets(stranger));
      emulator.clearRequests();
      said.push(succeeded(await takeOver(stack)).output);
      assert.deepEqual(mutations(emulator.requests), []);
      assert.equal((await recordedIn(stack)).length, 3 + added);
      said.push(succeeded(await stack.preview("--diff", "--refresh", "--expect-no-changes")).output);
    }
    said.push(JSON.stringify(await stack.export()), textIn(join(folder, "Pulumi.test.yaml")));
    for (const canary of canaries) assert.ok(!said.join("\n").includes(canary), canary);
    assert.match(await imported(), /0 objects written to .*: nothing/);
  });
});
