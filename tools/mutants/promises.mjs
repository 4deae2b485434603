import { SetupError } from "../process.mjs";

const BRACKET = ["test/engine/lost-answers.test.ts"];
const GONE = ["test/engine/vanished.test.ts"];

/**
 * The promises, taken out of the source one at a time: each `find` stands in its file exactly once and becomes `replace`.
 * A test must fail for each; on the real engine, one of `engine`, where it can be seen there.
 */
export const promises = [
  {
    name: "the bracket: create does not look before it posts",
    file: "src/lifecycle/verbs/create-once.ts",
    find: "const before = await findByKey(wanted);",
    replace: "const before: JsonObject[] | undefined = [];",
    engine: BRACKET,
  },
  {
    name: "the bracket: a lost answer counts as a refusal",
    file: "src/lifecycle/verbs/create-once.ts",
    find: "if (!isAmbiguous(error) && !isLate) {",
    replace: "if (!isLate) {",
    engine: BRACKET,
  },
  {
    name: "the bracket: create posts again without a look",
    file: "src/lifecycle/verbs/create-once.ts",
    find: "await findAfterLostAnswer(pending, lost)",
    replace: "(undefined as JsonObject | undefined)",
    engine: BRACKET,
  },
  {
    name: "gone: every NOT_FOUND is believed",
    file: "src/lifecycle/safety/gone.ts",
    find: "if (error.resource === undefined && (await isListed(object)) !== false) {",
    replace: "if (error.code !== error.code) {",
    engine: GONE,
  },
  {
    name: "gone: the organisation need not be visible",
    file: "src/lifecycle/safety/gone.ts",
    find: "await assertGroupVisible(object, error.message);",
    replace: "",
    engine: GONE,
  },
  {
    name: "a delete asks not who holds the object",
    file: "src/lifecycle/verbs/verbs-of.ts",
    find: "if (context.ownership.isOwned(object)) {",
    replace: "if (context.ownership === undefined) {",
    engine: ["test/engine/held-objects.test.ts"],
  },
  {
    name: "a delete sees no group before it",
    file: "src/lifecycle/verbs/delete.ts",
    find: "if (!(await isWorthSending(object))) return;",
    replace: "",
    engine: ["test/engine/deletes-believed.test.ts"],
  },
  {
    name: "a delete is believed",
    file: "src/lifecycle/verbs/delete.ts",
    find: "await confirmGone(object);",
    replace: "",
    engine: ["test/engine/deletes-believed.test.ts"],
  },
  {
    name: "adoptUid counts in a replacement",
    file: "src/lifecycle/verbs/create.ts",
    find: "if (!isSpent) return",
    replace: "if (adoptUid !== undefined || !isSpent) return",
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
    file: "src/api/retry.ts",
    find: "if (this.tokens < 5) return false;",
    replace: "if (this.tokens < 5) return true;",
    engine: ["test/engine/scale.test.ts"],
  },
];

/** A source with a promise taken out. Throws when the source has moved on from what the list knows. */
export function broken(source, { name, file, find, replace }) {
  const [before, after, ...more] = source.split(find);
  if (after === undefined || more.length > 0) {
    throw new SetupError(
      `${file} has ${more.length > 0 ? "several of" : "no"} \`${find}\`: correct the mutant "${name}"`,
    );
  }
  return before + replace + after;
}
