import assert from "node:assert/strict";
import { brief, type Emulator, test } from "./local";

const digestOf = (character: string): string => `sha256:${character.repeat(64)}`;
const makeRepo = ({ put, organization }: Emulator): string =>
  String(put("registry:Repo", organization.uid, { name: "app" }).uid);

describe("images in the emulator", () => {
  const [known, unknown] = [digestOf("a"), digestOf("b")];
  const cases: readonly (readonly [path: string, status: number, answer: unknown])[] = [
    [`${known}/architectures`, 200, { architectures: ["amd64", "arm64"] }],
    [`${known}/size?architecture=arm64`, 200, { size: "5368709120", architecture: "arm64" }],
    [`${known}/size`, 200, { size: "5368709120", architecture: "amd64" }],
    [`${known}/size?architecture=s390x`, 404, `Not found: registry.platform.example/Image "${known} s390x"`],
    [`${unknown}/architectures`, 404, `Not found: registry.platform.example/Image "${unknown}"`],
    [`${unknown}/size`, 404, `Not found: registry.platform.example/Image "${unknown}"`],
  ];
  for (const [path, status, answer] of cases) {
    test(`answer …${path.slice(60)} of ${path.slice(7, 8)} with ${status}`, async (emulator) => {
      const repo = makeRepo(emulator);
      emulator.put("registry:Tag", repo, { name: "latest", digest: known });
      const reply = await emulator.call(`GET /registry/v2/repos/${repo}/digests/${path}`);
      assert.deepEqual([reply.status, status === 200 ? reply.body : reply.body.message], [status, answer]);
    });
  }

  test("belong to one repo, and need a token", async (emulator) => {
    const repo = makeRepo(emulator);
    const other = String(emulator.put("registry:Repo", emulator.organization.uid, { name: "other" }).uid);
    emulator.put("registry:Tag", repo, { name: "latest", digest: known });
    assert.equal((await emulator.call(`GET /registry/v2/repos/${other}/digests/${known}/size`)).status, 404);
    const path = `GET /registry/v2/repos/none/digests/${known}/size`;
    assert.deepEqual(brief(await emulator.call(path)), [404, 5, 'Not found: registry.platform.example/Repo "none"']);
    assert.equal((await emulator.call(path, undefined, null)).status, 401);
  });
});
