import assert from "node:assert/strict";
import { z } from "zod";
import { yamlText } from "../../../../src/cli/output/yaml";

const schema = z.looseObject({});

describe("a document in YAML", () => {
  it("has the values of its JSON, with texts in quotes that YAML would take for something else", () => {
    const document = {
      name: "acme/web",
      count: 3,
      isWhole: false,
      nothing: null,
      list: ["a", "yes", "1.2", "- x", ""],
      none: [],
      empty: {},
      time: "2026-01-05T08:30:00.000Z",
      rows: [
        { uid: "1/2", fields: [{ path: "a.b" }] },
        { uid: "x: y", fields: [] },
      ],
    };
    assert.equal(
      yamlText(document, schema),
      [
        "name: acme/web",
        "count: 3",
        "isWhole: false",
        "nothing: null",
        "list:",
        "  - a",
        '  - "yes"',
        '  - "1.2"',
        '  - "- x"',
        '  - ""',
        "none: []",
        "empty: {}",
        'time: "2026-01-05T08:30:00.000Z"',
        "rows:",
        '  - uid: "1/2"',
        "    fields:",
        "      - path: a.b",
        '  - uid: "x: y"',
        "    fields: []",
        "",
      ].join("\n"),
    );
  });

  it("escapes what misleads, and keeps its value", () => {
    assert.equal(yamlText({ name: "a\u202eb\u{e0001}" }, schema), 'name: "a\\U0000202eb\\U000e0001"\n');
  });
});
