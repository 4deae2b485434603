import { setImmediate } from "node:timers/promises";
import { runtime } from "@pulumi/pulumi";
import { Settings } from "../../src/client/settings";
import type { SampleAnswer, SampleProgram } from "./sample-programs";

/**
 * Runs programs without the engine, one after another. This package's own provider checks and creates the resources of a program
 * on the platform in the program's environment. Lookups are sent there too. Each program arrives as a message, and its result
 * is sent as one (sample-programs.ts).
 */

type Props = Record<string, unknown>;

/** Marks a secret among the inputs. */
const SECRET = "4dabf18193072939515e22adb298388d";

/** The kinds of the resources that the current program has created. */
let created: string[] = [];
/** Counts the calls of the mocks, and those that have not ended. As long as they change, the program is not finished. */
let [calls, pending] = [0, 0];

const counted =
  <A, R>(mock: (args: A) => Promise<R>) =>
  async (args: A): Promise<R> => {
    calls += 1;
    pending += 1;
    try {
      return await mock(args);
    } finally {
      pending -= 1;
    }
  };

/** Values without the marks of secrets. */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== "object" || value === null) return value;
  if (SECRET in value && "value" in value) return plainOf(value.value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainOf(inner)]));
}

/** Checks and creates a resource as the engine would. */
async function create({ type, name, inputs }: runtime.MockResourceArgs): Promise<{ id: string; state: Props }> {
  const kind = /^pulumi-nodejs:dynamic\/platform[/-](.+)$/.exec(type)?.[1];
  if (kind === undefined) return { id: name, state: inputs };
  const { dynamic } = require("pulumi-platform/provider") as typeof import("../../src/hosts/dynamic/provider");
  const provider = dynamic(kind);
  const checked = await provider.check({}, plainOf(inputs) as Props);
  if (checked.failures.length > 0)
    throw new Error(`${kind} ${name}: ${checked.failures.map(({ reason }) => reason).join("; ")}`);
  const { id, outs } = await provider.create(checked.inputs);
  created.push(kind);
  return { id, state: { ...checked.inputs, ...(plainOf(outs) as Props) } };
}

/** Asks what a program looks up, where lookups are put to the mocks. */
async function ask({ token, inputs }: runtime.MockCallArgs): Promise<Props> {
  const name = token.slice(token.lastIndexOf(":") + 1);
  const access = require("../../src/program/lookups/access") as typeof import("../../src/program/lookups/access");
  const settings = new Settings(() => undefined);
  for (const [file, by] of [
    ["./kind-lookups", access.platformClient],
    ["../../src/program/lookups/identities", access.platformClient],
    ["../../src/program/lookups/advisories", access.platformClient],
    ["../../src/program/lookups/tag-history", access.registryAccess],
  ] as const) {
    const functions = require(file) as Record<string, (by: unknown, args: object) => Props>;
    if (functions[name] !== undefined) return functions[name](by(settings), inputs);
  }
  throw new Error(`nobody has said here how to ask ${token}`);
}

/** Runs a program until it declares nothing more. Returns the kinds of the resources that it has created. */
async function run({ file, organization, team, environment }: SampleProgram): Promise<string[]> {
  created = [];
  // The provider of the engine's process serves one run.
  delete require.cache[require.resolve("pulumi-platform/provider")];
  Object.assign(process.env, environment);
  const mocks = { newResource: counted(create) as runtime.Mocks["newResource"], call: counted(ask) };
  await runtime.setMocks(mocks, "samples", "test", false);
  for (const name of ["organization", "emea", "apac"]) runtime.setConfig(`samples:${name}`, organization);
  for (const name of ["ssoClientSecret", "clientSecret", "emeaToken"]) runtime.setConfig(`samples:${name}`, "a secret");
  runtime.setConfig("samples:team", team);
  for (const name of ["ownerId", "repositoryId"]) runtime.setConfig(`samples:${name}`, "1234");
  for (const name of ["issuer", "jenkins"]) runtime.setConfig(`samples:${name}`, "https://token.ci.example.com");
  runtime.setConfig("samples:issuerKeys", '{"keys":[]}');
  runtime.setConfig("samples:subject", "deploy");
  runtime.setConfig("samples:digest", `sha256:${"a".repeat(64)}`);
  runtime.setConfig("samples:audience", "https://platform.example.com");
  runtime.setConfig("samples:repository", "acme/access");
  runtime.setConfig("samples:teams", JSON.stringify(["data", "web"]));
  require(file);
  for (let before = -1; before !== calls || pending > 0; ) {
    before = calls;
    await runtime.disconnect();
    await setImmediate();
  }
  return created;
}

/** Answers the test. After an error the process ends, because the program may still be at work. */
function answer(reply: SampleAnswer): void {
  process.send?.(reply, () => {
    if ("error" in reply) process.exit(1);
  });
}

const fail = (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) });

process.on("unhandledRejection", fail);
process.on("message", (program) => {
  // The test sends nothing else.
  run(program as SampleProgram).then((kinds) => answer({ created: kinds }), fail);
});
