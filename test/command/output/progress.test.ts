import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { Progress } from "../../../src/command/output/progress";

const sinkOf = (isTerminal: boolean) => {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text), isTerminal, columns: 40, hasColors: false };
};

describe("what a command waits for", () => {
  it("is shown after a second, and removed at the end", async () => {
    const sink = sinkOf(true);
    const progress = new Progress(sink);
    progress.update("Reading");
    await wait(300);
    assert.deepEqual(sink.written, []);
    await wait(1000);
    assert.match(sink.written.join(""), /^\r\u001b\[KReading \(1 s\)$/);
    progress.end();
    progress.end();
    assert.match(sink.written.join(""), /\(1 s\)\r\u001b\[K$/);
  });

  it("is not shown without a terminal", async () => {
    const sink = sinkOf(false);
    const progress = new Progress(sink);
    progress.update("Reading");
    await wait(1200);
    progress.end();
    assert.deepEqual(sink.written, []);
  });
});
