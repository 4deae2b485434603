import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../../support/engine";
import { copyIn, writeFiles } from "../../support/workspace";
import { itIn, languagePlace, playQuickstart } from "../language-place";

/** The quickstart without the helpers of the npm package, which a generated SDK does not have. */
const typescript = `
  import { Config } from "@pulumi/pulumi";
  import * as platform from "./sdks/platform";
  const organization = new Config().require("organization");
  const team = new platform.Group("team", { parentUid: organization, description: "The web team" });
  const of = (subject: string) => ({ parentUid: organization, claimMatch: { issuer: "https://oidc.example.com", subject } });
  const ci = new platform.Identity("web-ci", of("ci"));
  const cluster = new platform.Identity("web-cluster", of("cluster"));
  const deployer = new platform.Role("deployer", { parentUid: organization, capabilities: ["CAP_REPO_LIST"] });
  const puller = platform.getRoleOutput({ name: "registry.pull" });
  new platform.RoleBinding("ci-deploys", { parentUid: team.id, identityUid: ci.id, roleUid: deployer.id });
  new platform.RoleBinding("cluster-pulls", { parentUid: team.id, identityUid: cluster.id, roleUid: puller.uid });
  new platform.Repo("web", { parentUid: team.id });
  new platform.Subscription("audit", { parentUid: team.id, sink: "https://audit.acme.example.com/events" });
  export const teamUid = team.id;
  const nginx = platform.getTagDigestOutput({ image: "nginx", tag: "latest", at: "2026-01-01T00:00:00Z" });
  export const baseImage = nginx.digest.apply((digest) => "nginx@" + digest);
`;

/** How the folder `program` is readied for the SDK in its sdks/platform. */
const projects = {
  nodejs: (directory: string) => {
    copyIn(directory, "templates/typescript/tsconfig.json", "program/tsconfig.json");
    const files = { "Pulumi.yaml": "name: quickstart\nruntime: nodejs\n", "package.json": {}, "index.ts": typescript };
    writeFiles(join(directory, "program"), files);
  },
  python: (directory: string) => copyExample(directory, "python"),
  go: (directory: string) => {
    copyExample(directory, "go");
    const module = "module example.com/pulumi-platform/sdk/go\n\ngo 1.25\n";
    writeFiles(directory, { "program/sdks/platform/go.mod": module });
  },
};

/** An example that names no folder of the plugin. */
function copyExample(directory: string, language: string): void {
  copyIn(directory, `examples/${language}`, "program");
  const text = readFileSync(join(directory, "program/Pulumi.yaml"), "utf8");
  const folder = "packages:\n  platform: ../platform-plugin\n";
  assert.ok(text.includes(folder));
  writeFiles(directory, { "program/Pulumi.yaml": text.replace(folder, "") });
}

describe("the SDK that `pulumi package gen-sdk` makes of the installed plugin", function () {
  this.timeout(20 * 60_000);

  for (const language of ["nodejs", "python", "go"] as const)
    itIn(language, `runs the quickstart in ${language}`, async () => {
      const place = await languagePlace(true);
      try {
        const { directory } = place.workspace;
        projects[language](directory);
        const stack = await place.start("program");
        const plugin = join(directory, "node_modules/pulumi-platform/dist/plugin");
        succeeded(await stack.run(["plugin", "install", "resource", "platform", "0.1.0", "--file", plugin]));
        const out = join(directory, "sdk");
        succeeded(await stack.run(["package", "gen-sdk", "platform", "--language", language, "--out", out]));
        cpSync(join(out, language), join(directory, "program/sdks/platform"), { recursive: true });
        succeeded(await stack.run(["install"]));
        await playQuickstart(place, stack);
      } finally {
        await place.close();
      }
    });
});
