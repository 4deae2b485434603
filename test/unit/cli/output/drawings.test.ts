import assert from "node:assert/strict";
import { remember } from "../../../../src/api/secret";
import { dotText } from "../../../../src/cli/output/dot";
import { type Graph, namesOf } from "../../../../src/cli/output/graph";
import { mermaidText } from "../../../../src/cli/output/mermaid";

const graph: Graph = {
  nodes: [
    { id: "g", kind: "group", label: "acme/team-a" },
    { id: "i", kind: "identity", label: "ci (new)" },
    { id: "r", kind: "group", label: "viewer" },
  ],
  edges: [
    { from: "g", to: "r" },
    { from: "i", to: "g", label: "viewer, editor" },
  ],
};

/** Names that would be more than text in a language that draws. */
const hostile = [
  'a"]; click n0 "javascript:alert(1)"',
  "<img src=x onerror=alert(1)>",
  "%%{init: {'theme': 'dark'}}%%",
  "a\n  n9[evil]\n%% x",
  "`**bold**`",
  "#quot;&lt;script&gt;",
  "\\N \\G \\\\",
  "- a list",
  "1. a list",
  "end",
  "\u202eevil\u0000\u001b[31m",
  "🙂 東京",
];
const withLabel = (label: string): Graph => ({
  nodes: [
    { id: "a", kind: "group", label },
    { id: "b", kind: "identity", label: "b" },
  ],
  edges: [{ from: "b", to: "a", label }],
});

describe("a graph in Mermaid", () => {
  it("is a flowchart with a shape for each kind", () => {
    assert.equal(
      mermaidText(graph),
      [
        "flowchart LR",
        '  n0["acme/team-a"]',
        '  n1(["ci (new)"])',
        '  n2["viewer"]',
        "  n0 --- n2",
        '  n1 -->|"viewer, editor"| n0',
        "",
      ].join("\n"),
    );
  });

  it("keeps any text in its label", () => {
    // Letters, digits, and what has no meaning in a label; else numbers of characters.
    const label = String.raw`(?:[\p{L}\p{N} .,:/@_=()-]|#\d+;)*`;
    const form = new RegExp(
      `^flowchart LR\\n {2}n0\\["${label}"\\]\\n {2}n1\\(\\["b"\\]\\)\\n {2}n1 -->\\|"${label}"\\| n0\\n$`,
      "u",
    );
    for (const text of hostile) assert.match(mermaidText(withLabel(text)), form, text);
    assert.ok(mermaidText(withLabel("- a")).includes('"#45; a"'));
    assert.ok(mermaidText(withLabel("1. a-b.c")).includes('"1#46; a-b.c"'));
    assert.ok(mermaidText(withLabel('say "x"')).includes('"say #34;x#34;"'));
  });
});

describe("a graph in the language of Graphviz", () => {
  it("is a digraph with a shape for each kind", () => {
    assert.equal(
      dotText(graph),
      [
        "digraph access {",
        "  rankdir=LR;",
        '  n0 [shape=folder, label="acme/team-a"];',
        '  n1 [shape=ellipse, label="ci (new)"];',
        '  n2 [shape=folder, label="viewer"];',
        "  n0 -> n2 [dir=none, style=dotted];",
        '  n1 -> n0 [label="viewer, editor"];',
        "}",
        "",
      ].join("\n"),
    );
  });

  it("keeps any text in its quotes", () => {
    const label = String.raw`(?:[^"\\\n&]|\\\\|\\"|&amp;)*`;
    const form = new RegExp(
      `^digraph access \\{\\n {2}rankdir=LR;\\n {2}n0 \\[shape=folder, label="${label}"\\];\\n {2}n1 \\[shape=ellipse, label="b"\\];\\n {2}n1 -> n0 \\[label="${label}"\\];\\n\\}\\n$`,
      "u",
    );
    for (const text of hostile) assert.match(dotText(withLabel(text)), form, text);
    assert.ok(dotText(withLabel('a\\"b&lt;')).includes('"a\\\\\\"b&amp;lt;"'));
  });
});

describe("a graph", () => {
  it("holds no secret in any form", () => {
    remember("drawn-secret-canary");
    for (const text of [mermaidText(withLabel("x drawn-secret-canary")), dotText(withLabel("x drawn-secret-canary"))])
      assert.ok(!text.includes("drawn-secret"), text);
  });

  it("refuses an arrow to a node that does not exist", () => {
    assert.throws(() => namesOf(graph)("elsewhere"), /names elsewhere, which is not a node/);
  });
});
