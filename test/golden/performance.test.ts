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

  for (const theme of ["light", "dark"]) {
    it(`has a chart of them in the ${theme} theme (npm run bench -- --from FILE --record writes both)`, () => {
      const svg = readPage(`docs/performance-${theme}.svg`);
      const seconds = rows()
        .filter(({ name }) => / create /.test(name))
        .map((row) => row.seconds);
      const drawn = [...svg.matchAll(/([\d.]+) s for \d+/g)].map(([, figure = ""]) => figure);
      assert.ok(drawn.length >= 4, String(drawn));
      for (const figure of drawn) assert.ok(seconds.includes(figure), figure);
    });
  }
});
