import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../places.mjs";
import { SetupError } from "../process.mjs";
import { ensurePulumi } from "../setup.mjs";
import { broken } from "./promises.mjs";

const TESTS_MS = 20 * 60_000;
const BUILD_MS = 5 * 60_000;

/**
 * A copy of the repository, in the folder of the runs, for tests of what is built: its own dist, its own link to itself, and
 * links to the packages that are installed here.
 */
class Copy {
  #runs;
  #cli;
  #root;

  /** @param cli folder of the Pulumi CLI */
  constructor(runs, cli) {
    this.#runs = runs;
    this.#cli = cli;
    this.#root = join(runs.folder, "repository");
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
    for (const file of new Set(files.toString().split("\0"))) {
      if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(this.#root, file));
    }
    this.#link(this.#root, "node_modules/pulumi-platform");
    for (const name of readdirSync(join(root, "node_modules"))) {
      const isScope = name.startsWith("@");
      const names = isScope ? readdirSync(join(root, "node_modules", name)).map((inner) => `${name}/${inner}`) : [name];
      for (const each of names) {
        if (each !== "pulumi-platform") this.#link(join(root, "node_modules", each), `node_modules/${each}`);
      }
    }
  }

  #link(target, name) {
    const link = join(this.#root, name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }

  /** Builds the copy, with another text for one source if given, and runs tests of it. True when all pass. */
  async pass(tests, file, text) {
    const original = file === undefined ? undefined : readFileSync(join(this.#root, file));
    if (file !== undefined) writeFileSync(join(this.#root, file), text);
    try {
      const options = { cwd: this.#root, env: { ...process.env, PULUMI_PLATFORM_PULUMI: this.#cli } };
      const run = (args, timeoutMs) => this.#runs.run(args, { ...options, timeoutMs });
      const compiler = join(root, "node_modules/typescript/bin/tsc");
      if ((await run([compiler, "-p", "tsconfig.build.json"], BUILD_MS)) !== 0) {
        throw new SetupError(`the copy does not compile${file === undefined ? "" : ` with the change of ${file}`}`);
      }
      const mocha = join(root, "node_modules/mocha/bin/mocha.js");
      const register = ["--no-config", "--require", "ts-node/register/transpile-only", "--bail", "--exit"];
      // What `npm test` runs must see it.
      const usual = ["--grep", "@all", "--invert"];
      return (await run([mocha, ...register, ...usual, "--timeout", "120000", ...tests], TESTS_MS)) === 0;
    } finally {
      if (file !== undefined) writeFileSync(join(this.#root, file), original);
    }
  }
}

/**
 * Takes out promises one at a time in a copy of the repository, and runs tests on the real engine, which must fail. First
 * runs these tests on the source as it is, where they must pass.
 *
 * @returns how many promises no test missed
 */
export async function breakOnEngine(runs, promises) {
  const { directory: cli } = await ensurePulumi();
  const texts = new Map(promises.map((promise) => [promise, broken(promise)]));
  const copy = new Copy(runs, cli);
  for (const tests of new Set(promises.map(({ engine }) => engine))) {
    if (!(await copy.pass(tests))) throw new SetupError(`These tests fail on the source as it is: ${tests.join(", ")}`);
  }
  let survived = 0;
  for (const [{ name, file, engine }, text] of texts) {
    const seen = !(await copy.pass(engine, file, text));
    if (!seen) survived += 1;
    console.log(
      seen ? `found     ${name}` : `SURVIVED  ${name}: ${file} is broken, and these pass: ${engine.join(", ")}`,
    );
  }
  return survived;
}
