import assert from "node:assert/strict";
import { readPage } from "../support/pages";

const page = readPage("docs/performance.md");

/** The part about the two hosts. */
const hosts = /<!-- bench\/hosts[\s\S]*<!-- \/bench\/hosts/.exec(page)?.[0] ?? "";

/** Rows of a text's tables: the scenario, the operation and the peer, and the seconds. */
function rows(text = page): { readonly name: string; readonly seconds: string }[] {
  let scenario = "";
  return text.split("\n").flatMap((line) => {
    scenario = /^(\S+-\d+): \d+ identities/.exec(line)?.[1] ?? scenario;
    const [, operation, peer, seconds] =
      /^ {2}(\w+(?: \w+)?) +(ours|plugin|noop|naive|undici) +(\d+\.\d)/.exec(line) ?? [];
    return seconds === undefined ? [] : [{ name: `${scenario} ${operation} ${peer}`, seconds }];
  });
}

describe("docs/performance.md", () => {
  it("has figures of each peer, and the comparison with the naive one", () => {
    const names = rows().map(({ name }) => name);
    for (const peer of ["ours", "noop", "naive"]) {
      for (const setting of ["default", "skipped"]) {
        assert.ok(names.includes(`${setting}-500 create ${peer}`), `${setting} ${peer}`);
      }
    }
    assert.match(page, /^ {2}create, default settings: wall \/ naive's +\d+ +\d/m);
  });

  it("has figures of both hosts for each operation, and the comparison of the plugin with the dynamic host", () => {
    const names = rows(hosts).map(({ name }) => name.replace(/-\d+ /, " "));
    for (const operation of ["create", "up again", "preview", "refresh", "update", "destroy"]) {
      for (const peer of ["ours", "plugin"]) assert.ok(names.includes(`skipped ${operation} ${peer}`), operation);
      assert.match(
        hosts,
        new RegExp(`^ {2}${operation}: CPU of the plugin / of the dynamic host +\\d+ +0\\.\\d\\d`, "m"),
      );
    }
    assert.match(hosts, /^ {2}state: bytes of an Identity, on the plugin +\d+ +\d+ +2300 {2}ok$/m);
  });

  it("has a chart of them (npm run bench -- --from FILE --record writes both)", () => {
    const [, names = "", bars = ""] = /x-axis \[(.*)\]\n {2}bar \[(.*)\]/.exec(page) ?? [];
    const seconds = bars.split(", ");
    const drawn = (JSON.parse(`[${names}]`) as string[]).map((name, at) => ({
      name: name.replace(" ", "-500 create "),
      seconds: seconds[at],
    }));
    assert.ok(drawn.length >= 4, page);
    const shown = rows();
    for (const bar of drawn) {
      const row = shown.find(({ name }) => name === bar.name);
      if (row !== undefined) assert.equal(bar.seconds, row.seconds, bar.name);
    }
    assert.ok(drawn.filter(({ name }) => shown.some((row) => row.name === name)).length >= 6, bars);
  });
});
