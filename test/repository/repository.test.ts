import assert from "node:assert/strict";
import { readPage } from "../support/pages";

describe("the links of the package", () => {
  it("follow from `repository` in package.json, which a publisher sets", () => {
    const { repository, homepage, bugs } = JSON.parse(readPage("package.json"));
    const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
    assert.deepEqual({ homepage, bugs }, { homepage: `${address}#readme`, bugs: { url: `${address}/issues` } });
  });
});
