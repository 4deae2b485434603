/** Method with which Node's `inspect` asks an object for its text. `console.log` and Pulumi's language host use it. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Frames of packages and of Node. Those of source maps of Pulumi's SDK make `inspect` of Node 20 and 22 loop for 45 to 75 s. */
const FOREIGN = /[\\/]node_modules[\\/]|\(node:|at (?:async )?node:|\(native\)|\(<anonymous>\)/;
const MAX_FRAMES = 5;

const framesOf = (stack: string): string[] =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !FOREIGN.test(line))
    .slice(0, MAX_FRAMES);

/**
 * Gives an error a short stack: its name and message, and the lines of the user's own files that led to it. The stack is built when it is
 * read, because a message may still grow. `inspect` shows only this text, because messages are complete. The other fields of an error are
 * for programs.
 */
export function shortenStack(error: Error): void {
  let frames: string[] | undefined;
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, shortenStack);
  const read = () => {
    frames ??= framesOf(trace.stack ?? "");
    return [`${error.name}: ${error.message}`, ...frames].join("\n");
  };
  // A plain definition would read the stack first, which source maps make slow.
  Reflect.deleteProperty(error, "stack");
  Object.defineProperties(error, {
    stack: { get: read, set: keep, configurable: true },
    [INSPECT]: { value: read, configurable: true },
  });
}

/** A caller that sets the stack of an error replaces this one. */
function keep(this: Error, value: string): void {
  Object.defineProperty(this, "stack", { value, writable: true, configurable: true });
}

/** Like `shortenStack`, for the causes of an error, which other code has thrown. They keep the frames of their own throw. */
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
