import assert from "node:assert/strict";
import { markdownComplaint } from "../../../src/description/spec/markdown";

describe("a readme", () => {
  const safe: Readonly<Record<string, string>> = {
    "a fence with a language": '```html\n<script>alert("x")</script>\n```\n',
    "a fence that is never closed": "```\n<script>",
    "a fence in a list": "1. Write:\n\n    ```html\n    <script>\n    ```\n\n- ```\n  <form>\n  ```\n",
    "a fence in a quote": "> ```\n> <script>\n> ```\n",
    "code that is indented": "Write:\n\n    <script>\n\t<form>\n",
    "code within a line": "Write `<script>` and ``onclick=``.",
    "an image with a size": '<img src="https://e.example.com/a.png" width="40" height="20" alt="a">',
    "a comment": "<!-- <script>x</script> -->\ntext",
    "a link": "[docs](https://docs.example.com/a?b=javascript:c) <https://docs.example.com>",
    "prose about handlers": 'The attribute onclick = "x" is an event handler; 3 < 4, and a <b title="on x = 1">b</b>.',
    "words that begin like elements": "<scripting> and <formula>",
  };
  for (const [what, text] of Object.entries(safe))
    it(`passes with ${what}`, () => assert.equal(markdownComplaint(text), undefined));

  const unsafe: Readonly<Record<string, readonly [text: string, complaint: RegExp]>> = {
    "a script": ["a <SCRIPT src=x></SCRIPT>", /the HTML element <script>/],
    "a form": ["<form/action=x>", /<form>/],
    "an event handler": ['<img src="a.png" onerror="alert(1)">', /event handlers/],
    "an event handler behind a quote": ['<img src="a.png"onerror=alert(1)>', /event handlers/],
    "a script's link": ["[x](javascript:alert(1))", /javascript:/],
    "a script's link, defined below": ["[x][y]\n\n[y]: JavaScript:alert(1)", /javascript:/],
    "a script's link, in a tag": ['<a href="java\tscript:alert(1)">x</a>', /javascript:/],
    "a script's link, in entities": ['<a href="&#106;avascript&colon;alert(1)">x</a>', /javascript:/],
    "a page in a link": ["[x](data:text/html;base64,PHNjcmlwdD4=)", /javascript:/],
    "a script behind a fence": ["```\ncode\n```\n<script>", /<script>/],
    "a script behind fences that hold others": ["~~~\n```\n~~~\n````\n```\n````\n<script>", /<script>/],
    "a script between backticks of two paragraphs": ["a ` b\n\n<script>\n\nc ` d", /<script>/],
    "a script behind code within a line": ["```a``` b\n\n<script>", /<script>/],
  };
  for (const [what, [text, complaint]] of Object.entries(unsafe))
    it(`is refused with ${what}, and the complaint shows nothing of it`, () => {
      const said = markdownComplaint(text) ?? "";
      assert.match(said, complaint);
      assert.doesNotMatch(said, /alert|example|PHN/);
    });

  it("is judged in a moment, however it is made", () => {
    const start = Date.now();
    for (const part of ["<a ", "`", "```\n", "[x](", "<!--", "<img src='", '"', "\n[a]: "])
      markdownComplaint(part.repeat(20_000));
    assert.ok(Date.now() - start < 5_000, `${Date.now() - start} ms`);
  });
});
