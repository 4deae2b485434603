import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { Progress } from "../../../src/command/output/progress";

const sinkOf = (isTerminal: boolean) => {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text), isTerminal, columns: 40, hasColors: false };
};

describe("what a command waits for", () => {
  it("is shown after a second at a terminal alone, and removed at the end", async () => {
    const [sink, pipe] = [sinkOf(true), sinkOf(false)];
    const both = [sink, pipe].map((one) => new Progress(one));
    for (const progress of both) progress.update("Reading");
    await wait(1300);
    assert.match(sink.written.join(""), /^\r\u001b\[KReading \(1 s\)$/);
    for (const progress of [...both, ...both]) progress.end();
    assert.match(sink.written.join(""), /\(1 s\)\r\u001b\[K$/);
    assert.deepEqual(pipe.written, []);
  });
});
