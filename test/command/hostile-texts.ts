/** Texts that would run, load or break out if a page took them for more than text. Each that runs sets `window.broken`. */
export const HOSTILE_TEXTS = [
  "<img src=x onerror='window.broken=1'>",
  "</script><script>window.broken=1</script>",
  "<!--<script>",
  "]]><svg onload=window.broken=1>",
  "javascript:window.broken=1",
  '" onmouseover="window.broken=1" x="',
  "&lt;b&gt;&#60;script&#62;",
  "line\u2028separator\u2029end",
  "`${window.broken=1}`",
  "__proto__",
  "https://evil.example/x.png",
  "日本語の長い名前がここに書かれているとき",
] as const;
