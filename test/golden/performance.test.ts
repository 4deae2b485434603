import assert from "node:assert/strict";
import { readPage } from "../support/pages";

const page = readPage("docs/performance.md");

/** Rows of the page's tables: the scenario, the operation and the peer, and the seconds. */
function rows(): { readonly name: string; readonly seconds: string }[] {
  let scenario = "";
  return page.split("\n").flatMap((line) => {
    scenario = /^(\S+-\d+): \d+ identities/.exec(line)?.[1] ?? scenario;
    const [, operation, peer, seconds] = /^ {2}(\w+(?: \w+)?) +(ours|noop|naive|undici) +(\d+\.\d)/.exec(line) ?? [];
    return seconds === undefined ? [] : [{ name: `${scenario} ${operation} ${peer}`, seconds }];
  });
}

describe("docs/performance.md", () => {
  it("has figures of each peer, and what has to hold", () => {
    const names = rows().map(({ name }) => name);
    for (const peer of ["ours", "noop", "naive"]) {
      for (const setting of ["default", "skipped"]) {
        assert.ok(names.includes(`${setting}-500 create ${peer}`), `${setting} ${peer}`);
      }
    }
    assert.match(page, /^ {2}create, default settings: wall \/ naive's +\d+ +\d/m);
  });

  it("has a chart of them (npm run bench -- --from FILE --record writes both)", () => {
    const [, names = "", bars = ""] = /x-axis \[(.*)\]\n {2}bar \[(.*)\]/.exec(page) ?? [];
    const seconds = bars.split(", ");
    const drawn = (JSON.parse(`[${names}]`) as string[]).map((name, at) => ({
      name: name.replace(" ", "-500 create "),
      seconds: seconds[at],
    }));
    assert.ok(drawn.length >= 4, page);
    for (const bar of drawn)
      assert.ok(
        rows().some((row) => row.name === bar.name && row.seconds === bar.seconds),
        bar.name,
      );
  });
});
