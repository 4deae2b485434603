import assert from "node:assert/strict";
import { inspect } from "node:util";
import { ConfigurationError, TransportError } from "../../../src/client/api/errors";
import { AttemptError } from "../../../src/client/api/transport";
import { NoSingleAnswerError } from "../../../src/program/lookups/errors";

/** Frames as the source maps of Pulumi's SDK make them, with one of a user's file. */
const FRAMES = [
  "    at read (app/index.ts:5:9)",
  "    at applyHelperAsync (app/node_modules/@pulumi/output.ts:516:31)",
  "    at processTicksAndRejections (node:internal/process/task_queues:95:5)",
];

/** Makes errors whose frames are FRAMES. */
function withFrames<T>(make: () => T): T {
  const prepare = Error.prepareStackTrace;
  Error.prepareStackTrace = (error) => [String(error), ...FRAMES].join("\n");
  try {
    const made = make();
    // Frames are put into words when they are first read.
    if (made instanceof Error) assert.equal(typeof made.stack, "string");
    return made;
  } finally {
    Error.prepareStackTrace = prepare;
  }
}

describe("the stack of an error of this package", () => {
  it("holds name, message and the user's own files, and nothing of installed packages or of Node", () => {
    const error = withFrames(() => new NoSingleAnswerError("there is no such role"));
    assert.equal(error.stack, "NoSingleAnswerError: there is no such role\n    at read (app/index.ts:5:9)");
  });

  it("is short in its causes too, whoever made them", () => {
    const refused = withFrames(() => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    const attempt = withFrames(() => new AttemptError("cannot connect", true, { cause: refused }));
    const error = new TransportError("GET /x: cannot connect", false, { cause: attempt });
    assert.ok(error.cause instanceof AttemptError && error.cause.cause === refused);
    assert.equal(attempt.stack, "AttemptError: cannot connect\n    at read (app/index.ts:5:9)");
    assert.equal(refused.stack, "Error: connect ECONNREFUSED\n    at read (app/index.ts:5:9)");
    for (const cause of [attempt, refused]) assert.equal(inspect(cause, { colors: true }), cause.stack);
  });

  it("of an error with a cycle of causes ends", () => {
    const [one, two] = [new Error("one"), new Error("two")];
    one.cause = two;
    two.cause = one;
    const error = new ConfigurationError("x", { cause: one });
    assert.match(inspect(error.cause), /^Error: one/);
  });
});
