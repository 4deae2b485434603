import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../src/description/resources";
import { nameOf } from "../../src/description/spec/resource";
import { type Emulator, startEmulator } from "../../src/emulator";
import { classDocs } from "../../tools/types/classes";
import { customerFor } from "../support/customer";
import { pages, readPage, samplesOf } from "../support/pages";
import { populate } from "../support/platform";
import { SamplePrograms } from "../support/sample-programs";
import { repositoryRoot } from "../support/workspace";

/** Programs in pages. What declares nothing is run or compiled elsewhere; the examples of resources are run as one. */
const samples = pages()
  .filter((page) => page !== "docs/resources.md")
  .flatMap(samplesOf)
  .filter(({ text, runs }) => !runs && text.includes('from "pulumi-platform"') && text.includes("@pulumi/pulumi"))
  // Mocks know no transforms, and no engine is here: test/engine/ci-identity-roles.test.ts and automation-api.test.ts run these.
  .filter(({ text }) => !/transforms:|LocalWorkspace/.test(text));

/** A kind that each component declares. */
const components: Readonly<Record<string, string>> = { CiIdentity: "Identity", PullToken: "RoleBinding" };

const examples = readdirSync(join(repositoryRoot, "examples"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("index.ts") && !name.includes("node_modules"))
  .map((name) => `examples/${name}`)
  // Mocks know no other stacks: test/engine/stacks.test.ts runs what refers to one.
  .filter((path) => !readPage(path).includes("new StackReference("));

const runner = new SamplePrograms();

/** Fields of a repo that only the platform's staff may set. */
const STAFF = ["catalogTier", "catalog_tier", "bundles", "aliases", "activeTags", "active_tags"];

/** What a program has sent that a customer of the platform cannot send, or that has no effect there. */
function mistakesIn(requests: Emulator["requests"]): string[] {
  return requests.flatMap(({ method, path, body }) => {
    if (method === "GET") return [];
    if (/^\/iam\/v2\/identities\/.+\//.test(path)) return [`an identity is not in a root group: ${path}`];
    if (/^\/iam\/v2\/groups\/?$/.test(path)) return ["an organization is created"];
    if (!path.startsWith("/registry/v2/repos")) return [];
    const fields = Object.keys((body ?? {}) as object).filter((name) => STAFF.includes(name));
    return [...(path.endsWith("/readme") ? ["readme"] : []), ...fields].map((name) => `a repo has ${name}`);
  });
}

/** Runs a program against a strict emulator of its own. Returns the kinds that it created. */
async function created(
  program: (uids: Readonly<Record<string, string>>) => string,
  { checked = true } = {},
): Promise<string[]> {
  const emulator = await startEmulator({ strict: true });
  try {
    const world = populate(emulator);
    const uids = Object.fromEntries(Object.entries(world.uids).map(([type, [uid]]) => [type, uid]));
    // An owner among the platform's customers, who also pulls from the organization whose images examples mirror.
    const owner = { builtIn: "owner", capabilities: [], inSource: "registry.pull" };
    const environment = checked ? await customerFor(emulator, owner) : emulator.environment;
    emulator.clearRequests();
    const kinds = await runner.runText(emulator, program(uids), environment);
    if (checked) assert.deepEqual(mistakesIn(emulator.requests), []);
    return kinds;
  } finally {
    await emulator.close();
  }
}

describe("a strict emulator accepts from a customer what pages and examples declare (row 251):", function () {
  this.timeout(60_000);
  after(() => runner.end());

  for (const [i, { page, text }] of samples.entries())
    it(`program ${i + 1}, in ${page}`, async () => {
      const declared = new Set([...text.matchAll(/new platform\.(\w+)\(/g)].map(([, name]) => name));
      const kinds = new Set((await created(() => text)).map((type) => type.slice(type.indexOf(":") + 1)));
      declared.delete("Provider");
      for (const name of declared) assert.ok(kinds.has(components[name ?? ""] ?? name ?? ""), name);
    });

  for (const path of examples)
    it(path, async () => {
      assert.ok((await created(() => readPage(path))).length > 2);
    });

  describe("the one that blocks a deployment on advisories", () => {
    const { text = "" } =
      samples.find(({ text }) => text.includes("isOpenAdvisory(") || text.includes("isOpenAdvisory)")) ?? {};
    const guarding = (...names: string[]) => {
      const program = text.replace("?? []", `?? ${JSON.stringify(names)}`);
      assert.notEqual(program, text);
      return created(() => program);
    };

    it("throws while one is open, and for a name without known advisories (row 165)", async () => {
      await assert.rejects(guarding("curl"), /12 advisories are open: ADV-/);
      await assert.rejects(guarding("curl", "curll"), /No advisory names curll, so nothing is known there/);
    });
  });

  it("the example of each resource", async () => {
    const docs = classDocs();
    const made = await created(
      (uids) => {
        const names = { organization: "iam:Organization", identity: "iam:Identity", role: "iam:Role" };
        const given = { ...names, identityProvider: "iam:IdentityProvider", repo: "registry:Repo" };
        const constants = Object.entries(given).map(([name, type]) => `const ${name} = ${JSON.stringify(uids[type])};`);
        const blocks = Object.values(resources).map(
          (spec) => `{\n${(docs.get(nameOf(spec))?.example ?? "").replaceAll("export const", "const")}\n}`,
        );
        return `
        import * as pulumi from "@pulumi/pulumi";
        import { ${Object.values(resources).map(nameOf).join(", ")}, getTagDigestOutput } from "pulumi-platform";
        ${constants.join("\n")}
        ${blocks.join("\n")}`;
        // The reference has an Organization too.
      },
      { checked: false },
    );
    assert.deepEqual([...new Set(made)].sort(), Object.keys(resources).sort());
  });
});
