import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./places.mjs";
import { SetupError } from "./process.mjs";

/** Browsers of 2023 and later. */
const target = ["chrome114", "firefox115", "safari16.4"];

/**
 * Bundles what the pages of `-o html` run in the browser: a script and a style for each file directly in src/pages, with the
 * licenses of the packages that it holds. esbuild reports what is wrong by itself.
 *
 * @param folder where to write them
 */
export async function bundlePages(folder) {
  // It is there only once the dependencies are.
  const { build } = await import("esbuild");
  const sources = join(root, "src", "pages");
  mkdirSync(folder, { recursive: true });
  for (const kind of readdirSync(sources).flatMap((name) => (name.endsWith(".ts") ? [basename(name, ".ts")] : []))) {
    const options = {
      absWorkingDir: root,
      entryPoints: { [kind]: join(sources, `${kind}.ts`), [`${kind}-style`]: join(sources, "style", `${kind}.css`) },
      outdir: folder,
      bundle: true,
      minify: true,
      format: "iife",
      charset: "utf8",
      legalComments: "none",
      target,
      metafile: true,
      write: false,
      logLevel: "warning",
    };
    const { outputFiles, metafile } = await build(options).catch(() => {
      throw new SetupError(`the page ${kind} was not bundled`);
    });
    const notices = noticesOf(Object.keys(metafile.inputs));
    for (const { path, text } of outputFiles) {
      const isStyle = path.endsWith(".css");
      writeFileSync(join(folder, `${kind}${isStyle ? ".css" : ".js"}`), isStyle ? text : notices + text);
    }
  }
}

/** The licenses of the packages that files belong to, as a comment. They ask to stand in each copy, which a page is. */
export function noticesOf(files) {
  const packages = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(packages)]
    .sort()
    .map((name) => {
      const folder = join(root, "node_modules", name);
      const read = (file) => readFileSync(join(folder, file), "utf8").trim();
      const { version, license } = JSON.parse(read("package.json"));
      const file = readdirSync(folder).find((file) => /^licen[sc]e(\.\w+)?$/i.test(file));
      const text = file === undefined ? license : read(file).replaceAll("*/", "* /");
      return `/*! ${name} ${version}\n${text}\n*/\n`;
    })
    .join("");
}
