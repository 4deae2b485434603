import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../places.mjs";

const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`);

/** Tests that take a second or more: asked only where the others see nothing. */
const LARGE = /^test\/lifecycle\/|\/(answer-size|json|long-lists|path|connections|trust)\.test\.ts$/;

const api = testsIn("test/unit/api");
const lifecycle = [...testsIn("test/unit/lifecycle"), ...testsIn("test/lifecycle")];

/** Tests in groups, each asked where those before it see nothing: those named by a word first, the large ones last. */
const grouped = (tests, word) => {
  const small = tests.filter((file) => !LARGE.test(file));
  const isNear = (file) => word.test(file.slice(file.lastIndexOf("/")));
  const near = small.filter(isNear);
  const rest = small.filter((file) => !isNear(file));
  return [near, rest, tests.filter((file) => LARGE.test(file))].filter((group) => group.length > 0);
};

const client = grouped(api, /calls|client|echoes|broken|waits/);

/** The sources that mutants are made of, and the tests that must see them. */
export const table = {
  "src/api/client.ts": client,
  "src/api/reply.ts": client,
  "src/api/retry.ts": grouped(api, /calls|retry|waits/),
  "src/api/errors.ts": grouped([...api, ...lifecycle], /calls|client|create/),
  "src/api/secret.ts": grouped(api, /calls|secret|echoes/),
  "src/api/mask-spelling.ts": client,
  "src/api/expiring-token.ts": grouped(api, /expiring/),
  "src/lifecycle/verbs/create.ts": grouped(lifecycle, /create/),
  "src/lifecycle/verbs/create-once.ts": grouped(lifecycle, /create|lost/),
  "src/lifecycle/safety/lost-answer.ts": grouped(lifecycle, /create|lost/),
  "src/lifecycle/safety/gone.ts": grouped(lifecycle, /gone|read/),
  "src/lifecycle/verbs/read.ts": grouped(lifecycle, /read|gone/),
  "src/lifecycle/verbs/update.ts": grouped(lifecycle, /update/),
  "src/lifecycle/verbs/subresources.ts": grouped(lifecycle, /create|update|read/),
  "src/lifecycle/verbs/diff.ts": grouped(lifecycle, /diff/),
  "src/lifecycle/verbs/delete.ts": grouped(lifecycle, /delete|deletions/),
};

/** The tests that must see a promise that is taken out. */
export const fastTests = grouped([...api, ...lifecycle], /create|gone|secret|retry/);

/** Mutants that mean the same as the source, by what they change and the line that it is in, with the reason. */
const equivalents = [
  {
    file: "src/api/retry.ts",
    line: "if (code === undefined) return stop(false);",
    from: "return stop(false);",
    to: ";",
    reason: "no table has such a code, and what is in no table stops; the line is for the compiler",
  },
  {
    file: "src/lifecycle/verbs/create.ts",
    line: "pending.delete(named[0]);",
    from: "0",
    to: "1",
    reason: "it matters to the second of two sub-resources, and no resource has more than one",
  },
  {
    file: "src/lifecycle/verbs/subresources.ts",
    line: "if (subresource === undefined) return;",
    from: "return;",
    to: ";",
    reason: "only fields that are sub-resources come here; the line is for the compiler",
  },
];

/** The equivalent that a mutant is, if it is listed. */
export const equivalentOf = ({ file, from, to, context }) =>
  equivalents.find((known) => known.file === file && known.from === from && known.to === to && known.line === context);
