import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator, IdTokenClaims } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { ciPrograms } from "../support/ci-tokens";
import { anchorsOf, pages, readPage, samplesOf } from "../support/pages";
import { SamplePrograms } from "../support/sample-programs";
import { repositoryRoot } from "../support/workspace";

const PAGE = "docs/identities-for-ci.md";
const examples = readdirSync(join(repositoryRoot, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => !path.includes("node_modules") && /\.(md|yml)$/.test(path))
  .map((path) => `examples/${path}`);

describe("the page on identities for CI", function () {
  this.timeout(60_000);
  const runner = new SamplePrograms();
  after(() => runner.end());
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(() => emulator.close());

  const samples = samplesOf(PAGE);
  /** The names of the repos that the holder of an ID token sees as an identity, or the status of the refused exchange. */
  async function reposSeen(identity: string, claims: IdTokenClaims): Promise<string[] | number> {
    const query = new URLSearchParams({ aud: emulator.url, identity });
    const idToken = await emulator.idToken(claims);
    const exchanged = await fetch(`${emulator.url}/sts/exchange?${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}` },
    });
    if (!exchanged.ok) return exchanged.status;
    const { token } = (await exchanged.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${emulator.url}/registry/v2/repos`, { headers });
    const { repos = [] } = (await answer.json()) as { repos?: { name: string }[] };
    return repos.map(({ name }) => name);
  }

  it("says where tokens are exchanged in each recipe that gives the address of the API (row 250)", () => {
    const recipes = [...pages(), ...examples].filter((path) => /^ *PLATFORM_BASE_URL: /m.test(readPage(path)));
    assert.ok(recipes.length >= 3, recipes.join(" "));
    const without = recipes.filter((path) => !/^ *PLATFORM_ISSUER_URL: /m.test(readPage(path)));
    assert.deepEqual(without, []);
    assert.match(readPage("examples/ci/gitlab/.gitlab-ci.yml"), /aud: \$PLATFORM_ISSUER_URL/);
    for (const page of [PAGE, "examples/ci/README.md"]) assert.match(readPage(page), /^\| `PLATFORM_ISSUER_URL` \|/m);
  });

  it("exports what the job needs in the program of GitHub Actions", () => {
    assert.match(samples[0]?.text ?? "", /githubActionsSubject[\s\S]*^export const identityUid = /m);
  });

  it("has a section for each system of its table, and a program in each", () => {
    const listed = [...readPage(PAGE).matchAll(/^\| \[.*\]\(#([\w-]+)\)/gm)].map(([, anchor]) => anchor);
    const anchors = anchorsOf(PAGE);
    const sections = new Set(ciPrograms.map(({ heading }) => heading.toLowerCase().replaceAll(" ", "-")));
    assert.ok(listed.length >= 10);
    for (const anchor of listed) assert.ok(anchors.has(anchor ?? "") && sections.has(anchor ?? ""), anchor);
    assert.equal(samples.length, ciPrograms.length);
  });

  for (const [i, { heading, strangers, issuer, subject, claims, ...given }] of ciPrograms.entries())
    it(`lets the job of ${heading} (program ${i + 1}) see its team's group, and no other job (row 247)`, async () => {
      const { text = "" } = samples[i] ?? {};
      const before = readPage(PAGE).split(text)[0] ?? "";
      assert.equal([...before.matchAll(/^###? (.*)$/gm)].at(-1)?.[1], heading);
      const keys = JSON.stringify(await emulator.jwks());
      const kinds = await runner.runText(emulator, text.replace('config.require("issuerKeys")', JSON.stringify(keys)));
      assert.ok(kinds.includes("iam:RoleBinding"));

      const [identity] = emulator.list("iam:Identity");
      const uid = String(identity?.uid);
      const root = emulator.organization.uid;
      assert.equal(uid.slice(0, uid.lastIndexOf("/")), root, "the identity belongs to the root group");
      const [team] = emulator.list("iam:Group").filter(({ name }) => name === "platform-team");
      emulator.put("registry:Repo", String(team?.uid), { name: "ours" });
      emulator.put("registry:Repo", root, { name: "theirs" });

      const token = { issuer, subject, audience: given.audience ?? new URL(emulator.url).host, claims: claims ?? {} };
      assert.deepEqual(await reposSeen(uid, token), ["ours"]);
      for (const stranger of strangers)
        assert.equal(await reposSeen(uid, { ...token, ...stranger }), 401, JSON.stringify(stranger));
    });
});
