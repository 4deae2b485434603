/** Who may import whom. Type-only imports count, for a cycle of types is a cycle of thoughts. */
const only = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: "^src/", pathNot: [from, ...allowed] },
});
const nobodyBut = (name, from, to) => ({ name, severity: "error", from: { path: "^src/", pathNot: from }, to });

const DESCRIPTION = "^src/description/";
const CLIENT = "^src/client/";
/** What every part of the client's API speaks in: errors, JSON, paths, and texts that may be shown. */
const WORDS = ["^src/client/api/(claims|errors|hints|secret|shown|sleep)\\.ts$", "^src/description/wire/"];

/** The folders of the core, in their order: a folder imports only those before it. */
const CORE = ["state", "texts", "lists", "safety", "verbs"];
const inOrder = CORE.slice(0, -1).map((folder, at) => ({
  name: `core-${folder}-before-${CORE[at + 1]}`,
  severity: "error",
  from: { path: `^src/core/${folder}/` },
  to: { path: `^src/core/((${CORE.slice(at + 1).join("|")})/|core\\.ts$)` },
}));

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    // The seven rooms.
    only("the-description-stands-alone", DESCRIPTION, []),
    only("the-client-knows-the-description", CLIENT, [DESCRIPTION]),
    only("the-core-knows-no-host", "^src/core/", [DESCRIPTION, CLIENT]),
    only("a-program-reaches-hosts-by-the-engine", "^src/program/", [DESCRIPTION, CLIENT]),
    only("hosts-serve-core-and-lookups", "^src/hosts/", [
      DESCRIPTION,
      CLIENT,
      "^src/core/core\\.ts$",
      "^src/program/lookups/",
    ]),
    only("the-emulator-derives-from-the-description", "^src/emulator/", [DESCRIPTION]),
    // No SDK, and of the core only rules about values: what the command does must not depend on what a program is.
    only("the-command-asks-and-starts", "^src/command/", [
      DESCRIPTION,
      CLIENT,
      "^src/core/state/",
      "^src/program/(lookups/|generated/results\\.ts$|advisory-status\\.ts$)",
      "^src/emulator/",
    ]),

    // Inside the description
    only("uid-stands-alone", "^src/description/uid\\.ts$", []),
    only("spec-stands-alone", "^src/description/spec/", ["^src/description/uid\\.ts$"]),
    only("resources-are-data", "^src/description/resources/", ["^src/description/(spec/|uid\\.ts$)"]),
    only("operations-are-data", "^src/description/operations/", ["^src/description/(spec|resources)/"]),
    only("the-wire-knows-no-resource", "^src/description/wire/", [
      "^src/description/(spec/|uid\\.ts$|operations/operation\\.ts$)",
    ]),
    only("names-are-texts", "^src/description/names/", ["^src/description/spec/"]),

    // Inside the client
    only("api-knows-no-resource", "^src/client/api/", ["^src/description/(wire/|uid\\.ts$)"]),
    only("scrubbing-is-text", "^src/client/api/scrubbing/", []),
    only("connections-are-below-http", "^src/client/api/connection/", ["^src/client/api/(errors|secret)\\.ts$"]),
    only("transport-sends-bytes", "^src/client/api/transport\\.ts$", [
      "^src/client/api/errors\\.ts$",
      "^src/description/wire/path\\.ts$",
      "^src/client/api/connection/",
    ]),
    only("layers-know-no-client", "^src/client/api/layers/", [...WORDS, "^src/client/api/transport\\.ts$"]),
    only("credentials-come-by-clients", "^src/client/api/credentials/", [
      ...WORDS,
      "^src/client/api/(transport|client|token-form)\\.ts$",
      "^src/client/api/layers/",
    ]),
    only("registry-composes-layers", "^src/client/api/registry/", [
      ...WORDS,
      "^src/client/api/(transport\\.ts$|layers/|credentials/expiring-token\\.ts$)",
    ]),
    only("replies-are-read-by-declarations", "^src/client/replies/", ["^src/client/api/", DESCRIPTION]),
    only("visibility-asks-the-api", "^src/client/visibility/", ["^src/client/(api|replies)/", DESCRIPTION]),
    only("settings-are-read-once", "^src/client/settings\\.ts$", [
      "^src/client/api/",
      "^src/client/(hints|setting-names)\\.ts$",
      "^src/description/(spec/adopt-mode|names/host-name)\\.ts$",
    ]),
    only("hints-are-texts", "^src/client/hints\\.ts$", ["^src/client/api/", "^src/description/uid\\.ts$"]),

    // Inside the core
    ...inOrder,
    {
      name: "special-verbs-know-no-other-verbs",
      severity: "error",
      from: { path: "^src/core/verbs/special/" },
      to: { path: "^src/core/verbs/[^/]+\\.ts$" },
    },
    {
      name: "only-special-verbs-know-operations",
      severity: "error",
      from: { path: "^src/core/", pathNot: "^src/core/verbs/special/" },
      to: { path: "^src/description/operations/" },
    },

    // Inside the program
    only("lookups-know-no-class", "^src/program/lookups/", [
      DESCRIPTION,
      CLIENT,
      "^src/program/generated/results\\.ts$",
    ]),
    only("classes-know-no-component", "^src/program/(classes|generated)/", [
      DESCRIPTION,
      CLIENT,
      "^src/program/(classes|generated|lookups)/",
    ]),
    only("components-compose-resources", "^src/program/components/", [
      DESCRIPTION,
      CLIENT,
      "^src/program/(classes|generated)/",
    ]),

    // Inside the emulator
    only("gateway-knows-no-kind", "^src/emulator/gateway/", [
      "^src/description/(spec/|uid\\.ts$|wire/status\\.ts$|resources/capabilities\\.ts$)",
      "^src/emulator/options\\.ts$",
    ]),
    only("kinds-know-no-verb", "^src/emulator/kinds/", [
      DESCRIPTION,
      "^src/emulator/(gateway/|options\\.ts$|store\\.ts$)",
    ]),
    only("access-knows-no-verb", "^src/emulator/access/", [
      DESCRIPTION,
      "^src/emulator/(gateway/|kinds/|options\\.ts$|store\\.ts$)",
    ]),
    // Which kind it is, only its rules know.
    only("verbs-know-no-kind", "^src/emulator/verbs/", [
      "^src/description/(spec/|uid\\.ts$|resources/index\\.ts$)",
      "^src/emulator/(gateway/|access/(permissions|staff-only)\\.ts$|kinds/(by-kind|rules)\\.ts$|options\\.ts$|store\\.ts$)",
    ]),
    only("registry-knows-no-verb", "^src/emulator/registry/", [
      "^src/description/(spec/|uid\\.ts$)",
      "^src/emulator/(gateway/|access/|kinds/repo\\.ts$|options\\.ts$|store\\.ts$)",
    ]),
    only("seed-is-data", "^src/emulator/seed/", [
      "^src/description/(operations/|resources/capabilities\\.ts$|uid\\.ts$)",
      "^src/emulator/(kinds/advisory|options|store)\\.ts$",
    ]),
    only("faults-know-no-platform", "^src/emulator/faults/", [
      "^src/description/wire/status\\.ts$",
      "^src/emulator/(gateway/|options\\.ts$)",
    ]),

    // Inside the command
    only("an-organization-knows-no-question", "^src/command/organization/", [
      DESCRIPTION,
      CLIENT,
      "^src/program/(lookups/|generated/results\\.ts$)",
      "^src/command/(declaration|document|stack/options)\\.ts$",
    ]),
    {
      name: "the-frame-knows-no-command",
      severity: "error",
      from: { path: "^src/command/", pathNot: "^src/command/commands(/|\\.ts$)" },
      to: { path: "^src/command/commands/" },
    },
    {
      name: "commands-stand-alone",
      severity: "error",
      from: { path: "^src/command/commands/([^/]+)/" },
      to: { path: "^src/command/commands/", pathNot: "^src/command/commands/$1/" },
    },

    // Packages
    nobodyBut("one-http-client", "^src/client/api/transport\\.ts$", { path: "node_modules/undici" }),
    nobodyBut("jose-signs-tokens", "^src/(emulator|hosts/local)/", { path: "node_modules/jose" }),
    // 50 ms that the start of a program cannot pay.
    nobodyBut("zod-checks-what-comes-from-outside", "^src/(emulator|command)/", { path: "node_modules/zod" }),
    nobodyBut("re2-loads-with-a-pattern", "^src/description/spec/re2\\.ts$", { path: "node_modules/re2js" }),
    nobodyBut("scores-are-calculated-in-one-file", "^src/command/commands/advisories/cvss[.]ts$", {
      path: "node_modules/ae-cvss-calculator",
    }),
    // The plugin needs the SDK's gRPC messages.
    nobodyBut("pulumi-only-in-programs", "^src/(program/(classes|components|generated)|hosts/plugin)/", {
      path: "@pulumi/pulumi",
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
