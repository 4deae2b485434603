import { runtime } from "@pulumi/pulumi";
import { Settings } from "../../src/settings";

/**
 * Runs a program without the engine: what it declares is checked and created by this package's own provider on the platform
 * that the environment names, and what it looks up is asked there.
 *
 *     node --require ts-node/register/transpile-only test/support/run-samples.ts <organization> <program>
 */
const [organization = "", program = ""] = process.argv.slice(2);

type Props = Record<string, unknown>;

/** Marks a secret among the inputs. */
const SECRET = "4dabf18193072939515e22adb298388d";

/** Values without the marks of secrets. */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== "object" || value === null) return value;
  if (SECRET in value && "value" in value) return plainOf(value.value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainOf(inner)]));
}

/** Checks and creates a resource as the engine would. */
async function create({ type, name, inputs }: runtime.MockResourceArgs): Promise<{ id: string; state: Props }> {
  const kind = /^pulumi-nodejs:dynamic\/platform\/(.+)$/.exec(type)?.[1];
  if (kind === undefined) return { id: name, state: inputs };
  const { dynamic } = require("pulumi-platform/provider") as typeof import("../../src/provider");
  const provider = dynamic(kind);
  const checked = await provider.check({}, plainOf(inputs) as Props);
  if (checked.failures.length > 0)
    throw new Error(`${kind} ${name}: ${checked.failures.map(({ reason }) => reason).join("; ")}`);
  const { id, outs } = await provider.create(checked.inputs);
  console.log(`created ${kind} ${name}`);
  return { id, state: { ...checked.inputs, ...(plainOf(outs) as Props) } };
}

/** Asks what a program looks up, where lookups are put to the mocks. */
async function ask({ token, inputs }: runtime.MockCallArgs): Promise<Props> {
  const name = token.slice(token.lastIndexOf(":") + 1);
  const access = require("../../src/lookups/access") as typeof import("../../src/lookups/access");
  const settings = new Settings(() => undefined);
  for (const [file, by] of [
    ["groups", access.platformClient],
    ["identities", access.platformClient],
    ["roles", access.platformClient],
    ["repos", access.platformClient],
    ["advisories", access.platformClient],
    ["tag-history", access.registryAccess],
  ] as const) {
    const functions = require(`../../src/lookups/${file}`) as Record<string, (by: unknown, args: object) => Props>;
    if (functions[name] !== undefined) return functions[name](by(settings), inputs);
  }
  throw new Error(`nobody has said here how to ask ${token}`);
}

async function run(): Promise<void> {
  await runtime.setMocks({ newResource: create as runtime.Mocks["newResource"], call: ask }, "samples", "test", false);
  for (const name of ["organization", "emea", "apac"]) runtime.setConfig(`samples:${name}`, organization);
  for (const name of ["ssoClientSecret", "clientSecret", "emeaToken"]) runtime.setConfig(`samples:${name}`, "a secret");
  runtime.setConfig("samples:issuer", "https://token.actions.example.com");
  runtime.setConfig("samples:audience", "https://platform.example.com");
  runtime.setConfig("samples:repository", "acme/access");
  runtime.setConfig("samples:teams", JSON.stringify(["data", "web"]));
  require(program);
}

process.on("unhandledRejection", (error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

void run();
