import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeGenerated } from "./generated-file";
import { GeneratedPart } from "./generated-part";

/** The fields of package.json that links and badges follow from. `repository` is the one setting of a publisher. */
interface Package {
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly repository: { readonly type: "git"; readonly url: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
}

const root = join(__dirname, "..");
const manifest = "package.json";

/** The badges in the README. */
export const badgesPart = new GeneratedPart("README.md", "repository");

/** Reads package.json. */
export const readManifest = (): Package => JSON.parse(readFileSync(join(root, manifest), "utf8"));

/** Returns the address of the repository for people, `https://example.com/pulumi-platform`. */
export const addressOf = ({ repository }: Package): string =>
  repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/** Returns `homepage` and `bugs` of package.json. */
export const linksOf = (own: Package): Pick<Package, "homepage" | "bugs"> => ({
  homepage: `${addressOf(own)}#readme`,
  bugs: { url: `${addressOf(own)}/issues` },
});

/** Returns the badges that are pictures of this repository, by their files. */
export const pictures = ({ license, engines }: Package): Readonly<Record<string, string>> => ({
  "docs/images/license.svg": badge("license", license),
  "docs/images/node.svg": badge("Node", engines.node),
});

/** Whether nobody has set `repository` yet. A badge of CI would be a broken picture. */
const isPlaceholder = (own: Package): boolean => new URL(addressOf(own)).host === "example.com";

/** Returns the line of badges. */
export function badges(own: Package): string {
  const workflow = `${addressOf(own)}/actions/workflows/ci.yml`;
  return [
    ...(isPlaceholder(own) ? [] : [`[![ci](${workflow}/badge.svg)](${workflow})`]),
    `[![license: ${own.license}](docs/images/license.svg)](LICENSE)`,
    `![Node ${own.engines.node}](docs/images/node.svg)`,
  ].join(" ");
}

/** Returns a badge as SVG, readable on light and dark pages. */
function badge(label: string, value: string): string {
  const text = value.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const [left, right] = [label.length * 7 + 14, value.length * 7 + 14];
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}">
  <rect width="${width}" height="20" rx="3" fill="#0b5394"/>
  <path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444"/>
  <g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="14">${label}</text>
    <text x="${left + right / 2}" y="14">${text}</text>
  </g>
</svg>
`;
}

/** Writes the links in package.json, and the badges. */
export function write(): void {
  const own = readManifest();
  writeGenerated(manifest, `${JSON.stringify({ ...own, ...linksOf(own) }, null, 2)}\n`);
  for (const [file, text] of Object.entries(pictures(own))) writeGenerated(file, text);
  badgesPart.write(badges(own));
}
