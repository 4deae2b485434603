import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../places.mjs";
import { SetupError } from "../process.mjs";
import { answers } from "./answers.mjs";
import { ownership } from "./ownership.mjs";
import { verdicts } from "./verdicts.mjs";

const LOST = ["test/unit/core/safety/lost-answer.test.ts"];
const BRACKET = ["test/engine/lost-answers.test.ts"];
const GONE = ["test/engine/vanished.test.ts"];

/**
 * The promises, each with a change that breaks it: `find` occurs exactly once in `file` and becomes `replace`.
 * A test of the source must then fail: one that is named after `file`, or one of `unit`; none where `unit` is empty. So must a test of
 * what is built, one of `engine`, where there are any.
 */
export const promises = [
  ...ownership,
  ...verdicts,
  ...answers,
  {
    name: "the bracket: create does not look before it posts",
    file: "src/core/verbs/create-once.ts",
    find: "const before = await lookBeforeCreate(wanted);",
    replace: "const before: JsonObject[] | undefined = [];",
    engine: BRACKET,
  },
  {
    name: "the bracket: a lost answer counts as a refusal",
    file: "src/core/verbs/create-once.ts",
    find: "if (isAmbiguous(error)) return error;",
    replace: "",
    unit: LOST,
    engine: BRACKET,
  },
  {
    name: "the bracket: create posts again without a look",
    file: "src/core/verbs/create-once.ts",
    find: "await findAfterLostAnswer(pending, lost)",
    replace: "(undefined as JsonObject | undefined)",
    unit: LOST,
    engine: BRACKET,
  },
  {
    name: "adoptExisting: identical takes over what differs",
    file: "src/core/verbs/existing.ts",
    find: "if (!isStrict(plan)) return undefined;",
    replace: "if (plan !== undefined) return undefined;",
    unit: ["test/unit/core/verbs/take-over.test.ts"],
    engine: ["test/engine/take-over.test.ts"],
  },
  {
    name: "a refusal of one object fails all that were asked for together",
    file: "src/core/verbs/create-once.ts",
    find: "if (!(error instanceof BatchRefusedError)) throw error;",
    replace: "if (error !== undefined) throw error;",
    engine: ["test/engine/bindings-together.test.ts"],
  },
  {
    name: "gone: every NOT_FOUND is believed",
    file: "src/core/safety/gone.ts",
    find: 'if (error.resource === undefined && (await isListed(object)) !== false) throw contradiction("listed");',
    replace: "",
    engine: GONE,
  },
  {
    name: "gone: the organization need not be visible",
    file: "src/core/safety/gone.ts",
    find: "  await assertGroupVisible(object, error.message, whyHiddenNow);\n  if (isRoot)",
    replace: "  if (isRoot) await assertGroupVisible(object, error.message, whyHiddenNow);\n  if (isRoot)",
    engine: GONE,
  },
  {
    name: "a delete asks not who holds the object",
    file: "src/core/verbs/verbs-of.ts",
    find: "const kept = context.holders.whyKept(object, recorded);",
    replace: "const kept = undefined as { why: string } | undefined;",
    unit: ["test/unit/hosts/shared/ownership.test.ts"],
    engine: ["test/engine/held-objects.test.ts"],
  },
  {
    name: "a delete sees no group before it",
    file: "src/core/verbs/delete.ts",
    find: "if (!(await isWorthSending(object))) return;",
    replace: "",
    engine: ["test/engine/deletes-believed.test.ts"],
  },
  {
    name: "a delete is believed",
    file: "src/core/verbs/delete.ts",
    find: "await confirmGone(object, wasSeen);",
    replace: "",
    engine: ["test/engine/deletes-believed.test.ts"],
  },
  {
    name: "adoptUid counts in a replacement",
    file: "src/core/verbs/existing.ts",
    find: "return holders.isAdoptionDone(resource, inputs) ? undefined : adoptUid;",
    replace: "return holders.isAdoptionDone(resource, inputs) && adoptUid === undefined ? undefined : adoptUid;",
    unit: ["test/unit/hosts/shared/ownership.test.ts"],
    engine: ["test/engine/held-objects.test.ts"],
  },
  {
    name: "the scrubber: a text is shown as it is",
    file: "src/api/secret.ts",
    find: "const clean = without(without(all, knownIn), tokensIn);",
    replace: "const clean = text.length >= 0 ? all : without(without(all, knownIn), tokensIn);",
    engine: ["test/engine/secrets.test.ts"],
  },
  {
    name: "the retry budget never ends",
    file: "src/api/layers/retrying.ts",
    find: "if (this.tokens < 5) return false;",
    replace: "if (this.tokens < 5) return true;",
    engine: ["test/engine/scale.test.ts"],
  },
  {
    name: "the time in the queue counts",
    file: "src/api/layers/deadline.ts",
    find: "const until = this.#isRecent(at) ? at : this.#headwayAt();",
    replace: "const until = this.#isRecent(at) ? 0 : this.#headwayAt();",
    unit: ["test/unit/api/layers/deadline.test.ts"],
    engine: ["test/engine/rate-limit.test.ts"],
  },
];

/** The text of a source with its promise broken. Throws when the file or the text to be replaced is not there any more. */
export function broken({ name, file, find, replace }) {
  if (!existsSync(join(root, file)))
    throw new SetupError(`there is no ${file}: correct \`file\` of the mutant "${name}"`);
  const [before, after, ...more] = readFileSync(join(root, file), "utf8").split(find);
  if (after === undefined || more.length > 0) {
    const count = more.length > 0 ? "more than once" : "no longer";
    throw new SetupError(`\`${find}\` is ${count} in ${file}: correct \`find\` of the mutant "${name}"`);
  }
  return before + replace + after;
}
