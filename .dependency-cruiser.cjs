/** Who may import whom. Type-only imports count, for a cycle of types is a cycle of thoughts. */
const only = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: from },
  // What a uid is made of, all rooms share.
  to: { path: "^src/", pathNot: [from, "^src/uid\\.ts$", ...allowed] },
});
const nobodyBut = (name, from, to) => ({ name, severity: "error", from: { path: "^src/", pathNot: from }, to });

/** What every part of the client speaks in: errors, JSON, paths, and texts that may be shown. */
const WORDS = "claims|errors|hints|json|path|secret|shown|sleep|status";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    only("uid-stands-alone", "^src/uid\\.ts$", []),
    only("spec-stands-alone", "^src/spec/", []),
    only("api-knows-no-resource", "^src/api/", []),
    only("scrubbing-is-text", "^src/api/scrubbing/", []),
    only("connections-are-below-http", "^src/api/connection/", ["^src/api/(errors|secret)\\.ts$"]),
    only("transport-sends-bytes", "^src/api/transport\\.ts$", ["^src/api/(errors|path)\\.ts$", "^src/api/connection/"]),
    only("layers-know-no-client", "^src/api/layers/", [`^src/api/(${WORDS}|transport)\\.ts$`]),
    only("credentials-come-by-clients", "^src/api/credentials/", [
      `^src/api/(${WORDS}|transport|client|token-form)\\.ts$`,
      "^src/api/layers/",
    ]),
    only("registry-composes-layers", "^src/api/registry/", [
      `^src/api/(${WORDS}|transport)\\.ts$`,
      "^src/api/(layers/|credentials/expiring-token\\.ts$)",
    ]),
    only("resources-are-data", "^src/resources/", ["^src/spec/"]),
    only("operations-are-data", "^src/operations/", ["^src/(spec|resources)/"]),
    only("the-wire-knows-no-resource", "^src/wire/", ["^src/(spec|api)/", "^src/operations/operation\\.ts$"]),
    only("visibility-asks-the-api", "^src/visibility/", ["^src/(spec|api|wire|resources)/"]),
    only("the-core-knows-no-host", "^src/core/", ["^src/(spec|api|wire|operations|visibility)/"]),
    {
      name: "hosts-import-the-port-of-the-core",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(core|cli)/" },
      to: { path: "^src/core/", pathNot: "^src/core/core\\.ts$" },
    },
    {
      name: "only-special-verbs-know-operations",
      severity: "error",
      from: { path: "^src/core/", pathNot: "^src/core/special/" },
      to: { path: "^src/operations/" },
    },
    only("lookups-ask-the-api", "^src/lookups/", [
      "^src/(spec|api|wire|resources|operations)/",
      "^src/(connect|settings|version)\\.ts$",
    ]),
    only("settings-are-read-once", "^src/settings\\.ts$", [
      "^src/api/",
      "^src/(hints|setting-names|spec/(adopt-mode|shell))\\.ts$",
    ]),
    only("hints-are-texts", "^src/hints\\.ts$", ["^src/api/"]),
    only("emulator-derives-from-specs", "^src/emulator/", [
      "^src/(spec|resources|operations)/",
      "^src/api/status\\.ts$",
    ]),
    only("pulumi-is-a-shell", "^src/pulumi/", [
      "^src/(spec|api|resources|operations|lookups)/",
      "^src/hosts/(dynamic/(hidden-inputs|names|preview-note|urn-hash)|plugin/names)\\.ts$",
      "^src/(settings|setting-names)\\.ts$",
    ]),
    only("components-compose-resources", "^src/components/", [
      "^src/(local|pulumi)/",
      "^src/(api/errors|hosts/(dynamic|plugin)/names|resources/text-rules|spec/(shell|shown))\\.ts$",
    ]),
    // No SDK, and of the core only rules about values: what the command does must not depend on what a program is.
    only("cli-asks-and-starts", "^src/cli/", [
      "^src/core/state/",
      "^src/(api|emulator|lookups|operations|resources|spec|visibility|wire)/",
      "^src/(advisory-status|connect|hints|hosts/((dynamic|plugin)/names|plugin/urn)|setting-names|settings|version)\\.ts$",
    ]),
    only("an-organization-knows-no-question", "^src/cli/organization/", [
      "^src/(api|lookups|resources|spec|visibility|wire)/",
      "^src/(connect|settings)\\.ts$",
      "^src/cli/(declaration|document|stack/options)\\.ts$",
    ]),
    {
      name: "cli-frame-knows-no-command",
      severity: "error",
      from: { path: "^src/cli/", pathNot: "^src/cli/commands(/|\\.ts$)" },
      to: { path: "^src/cli/commands/" },
    },
    {
      name: "commands-stand-alone",
      severity: "error",
      from: { path: "^src/cli/commands/([^/]+)/" },
      to: { path: "^src/cli/commands/", pathNot: "^src/cli/commands/$1/" },
    },
    nobodyBut("one-http-client", "^src/api/transport\\.ts$", { path: "node_modules/undici" }),
    only("gateway-knows-no-kind", "^src/emulator/gateway/", [
      "^src/spec/",
      "^src/(api/status|resources/capabilities|emulator/options)\\.ts$",
    ]),
    only("kinds-know-no-verb", "^src/emulator/kinds/", [
      "^src/(spec|resources|operations|emulator/gateway)/",
      "^src/emulator/(options|store)\\.ts$",
    ]),
    only("access-knows-no-verb", "^src/emulator/access/", [
      "^src/(spec|resources|emulator/gateway|emulator/kinds)/",
      "^src/emulator/(options|store)\\.ts$",
    ]),
    // Which kind it is, only its rules know.
    only("verbs-know-no-kind", "^src/emulator/verbs/", [
      "^src/(spec/|resources/index\\.ts$|emulator/gateway/|emulator/access/(permissions|staff-only)\\.ts$)",
      "^src/emulator/(kinds/(by-kind|rules)|options|store)\\.ts$",
    ]),
    only("registry-knows-no-verb", "^src/emulator/registry/", [
      "^src/(spec|emulator/gateway|emulator/access)/",
      "^src/emulator/(kinds/repo|options|store)\\.ts$",
    ]),
    only("seed-is-data", "^src/emulator/seed/", [
      "^src/operations/",
      "^src/emulator/(gateway/route|kinds/advisory|options|store)\\.ts$",
    ]),
    only("faults-know-no-platform", "^src/emulator/faults/", [
      "^src/emulator/gateway/",
      "^src/(api/status|emulator/options)\\.ts$",
    ]),
    nobodyBut("jose-signs-tokens", "^src/(emulator|local)/", { path: "node_modules/jose" }),
    // 50 ms that the start of a program cannot pay.
    nobodyBut("zod-checks-what-comes-from-outside", "^src/(emulator|cli)/", { path: "node_modules/zod" }),
    nobodyBut("re2-loads-with-a-pattern", "^src/spec/re2\\.ts$", { path: "node_modules/re2js" }),
    nobodyBut("scores-are-calculated-in-one-file", "^src/cli/commands/advisories/cvss[.]ts$", {
      path: "node_modules/ae-cvss-calculator",
    }),
    nobodyBut(
      "pulumi-only-in-its-folder",
      "^src/(pulumi|components|hosts/plugin)/|^src/hosts/dynamic/(preview-note|urn-hash)\\.ts$",
      {
        path: "@pulumi/pulumi",
      },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
