import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.mjs";
import { SetupError } from "./process.mjs";
import { tarballOf } from "./tarball.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * What the engine looks for in the folder of a plugin: an executable, and on Windows a .cmd. If the folder itself is named
 * (`pulumi package get-schema dist/plugin`), the CLI does not know the plugin's name, and looks for `pulumi-resource-`. There is no
 * PulumiPlugin.yaml, because with one `pulumi plugin install` runs npm in the folder, and fails where that installs nothing.
 */
const executables = ["pulumi-resource-platform", "pulumi-resource-"];
const launchers = Object.fromEntries(
  executables.flatMap((name) => [
    [name, '#!/usr/bin/env node\nrequire("./index.js");\n'],
    [`${name}.cmd`, '@node "%~dp0index.js" %*\r\n'],
  ]),
);

/** What reads .proto files at run time. gRPC needs it for its channel statistics and for load reports, which the plugin has none of. */
const withoutProtoLoader = {
  name: "without proto loader",
  setup: (build) => {
    build.onResolve({ filter: /^@grpc\/proto-loader$/ }, ({ path }) => ({ path, namespace: "nothing" }));
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "module.exports = {};" }));
  },
};

/**
 * Bundles the plugin with all that it needs, and puts what starts it beside it. The whole folder is packed for `pulumi plugin install`
 * beside the folder.
 *
 * @param folder where to write it; it has the schema.json already
 */
export async function bundlePlugin(folder) {
  // It is there only once the dependencies are.
  const { build } = await import("esbuild");
  mkdirSync(folder, { recursive: true });
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "src", "hosts", "plugin", "main.ts")],
    outfile: join(folder, "index.js"),
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    charset: "utf8",
    legalComments: "none",
    minify: true,
    plugins: [withoutProtoLoader],
    metafile: true,
    write: false,
    logLevel: "warning",
  }).catch(() => {
    throw new SetupError("the plugin was not bundled");
  });
  for (const { path, text } of outputFiles) writeFileSync(path, noticesOf(Object.keys(metafile.inputs)) + text);
  for (const [file, text] of Object.entries(launchers)) writeFileSync(join(folder, file), text);
  for (const name of executables) chmodSync(join(folder, name), 0o755);
  const isExecutable = (name) => ({ isExecutable: executables.includes(name) });
  const packed = ["index.js", "schema.json", ...Object.keys(launchers)]
    .sort()
    .map((name) => [name, isExecutable(name)]);
  const tarball = `pulumi-resource-platform-v${version}.tar.gz`;
  writeFileSync(join(folder, "..", tarball), tarballOf(folder, Object.fromEntries(packed)));
}

/** The licenses of the packages that files belong to, as a comment. They ask to stand in each copy. */
function noticesOf(files) {
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
