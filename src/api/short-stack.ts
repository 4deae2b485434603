/** How Node's `inspect`, which `console.log` and Pulumi's language host use, asks an object how to show it. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Frames of installed packages and of Node itself. A frame like `node_modules/@pulumi/output.ts`, which the source maps of
 * Pulumi's SDK produce, makes the colored `inspect` of Node 20 and 22 loop until its text is too long (45 to 75 s).
 */
const FOREIGN = /[\\/]node_modules[\\/]|\(node:|at (?:async )?node:|\(native\)|\(<anonymous>\)/;
/** What is left are the lines of the user's own program that led to the error. */
const MAX_FRAMES = 5;

const framesOf = (stack: string): string[] =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !FOREIGN.test(line))
    .slice(0, MAX_FRAMES);

/**
 * Gives an error a short stack: its name and message, and where in the user's own files it came from. It is put together
 * when it is read, since a message may grow on its way. `inspect` shows this text alone: messages are complete, and what
 * else an error holds is for programs.
 *
 * @param error without such a stack yet
 */
export function shortenStack(error: Error): void {
  let frames: string[] | undefined;
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, shortenStack);
  const read = () => {
    frames ??= framesOf(trace.stack ?? "");
    return [`${error.name}: ${error.message}`, ...frames].join("\n");
  };
  // A definition in its place would read it first, and source maps make that slow.
  Reflect.deleteProperty(error, "stack");
  Object.defineProperties(error, {
    stack: { get: read, set: keep, configurable: true },
    [INSPECT]: { value: read, configurable: true },
  });
}

/** Whoever sets the stack of an error, means it. */
function keep(this: Error, value: string): void {
  Object.defineProperty(this, "stack", { value, writable: true, configurable: true });
}

/** The same for the causes of an error, which others have thrown. Their frames are those that they were thrown with. */
export function shortenCauses({ cause }: Error): void {
  for (let error = cause; error instanceof Error && !Object.hasOwn(error, INSPECT); error = error.cause) {
    const { stack = "" } = error;
    const text = [String(error), ...framesOf(stack)].join("\n");
    Object.defineProperties(error, {
      stack: { value: text, writable: true, configurable: true },
      [INSPECT]: { value: () => text, configurable: true },
    });
  }
}
