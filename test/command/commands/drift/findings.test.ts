import assert from "node:assert/strict";
import { openScim } from "../../../../src/command/commands/drift/scim";
import type { Refreshed } from "../../../../src/command/stack/event-log";
import { NOTES } from "../../../../src/description/spec/proof";
import type { Values } from "../../../../src/description/spec/values";
import {
  findingsOf,
  found,
  type Input,
  refreshed,
  reportOn,
  secretMark,
  side,
  textOf,
  typeOf,
} from "../../drift-report";

type Sides = readonly [recorded: Values, live: Values];
/** A resource of a kind that the engine calls unchanged, with the values of both sides. */
const compared = (kind: string, name: string, [recorded, live]: Sides, more: Partial<Refreshed> = {}): Refreshed =>
  refreshed(name, "same", { type: typeOf(kind), recorded: side(recorded), live: side(live), ...more });
const ignoredPaths = (...input: Parameters<typeof textOf>): string[] =>
  JSON.parse(textOf(...input)).ignoredChanges.flatMap(({ fields }: { fields: { path: string }[] }) =>
    fields.map(({ path }) => path),
  );

describe("a token that was made here", () => {
  it("is not changed outside of Pulumi, if its rotation is due", () => {
    const urn = "urn:pulumi:dev::site::platform:index:PullToken$platform:local:SignedToken::cluster";
    assert.equal(reportOn({ log: [refreshed("cluster", "changed", { urn, isObject: false })] }).exit, 0);
  });
});

describe("changes under ignoreChanges", () => {
  const rule = (subject: string) => ({ issuer: "https://i.example.com", subject });
  const valuesOf = (subject: string, description = "") => ({ name: "ci", description, claimMatch: rule(subject) });

  it("end with 2 for a field that lets somebody in, and say so (row 169)", () => {
    const log = [compared("iam:Identity", "ci", [valuesOf("repo:o/ign"), valuesOf("repo:evil/x")])];
    assert.equal(reportOn({ log }).exit, 2);
    for (const [sort, exit] of [
      ["changed", 2],
      ["ignored", 2],
      ["deleted", 0],
    ] as const)
      assert.equal(reportOn({ log, failOn: [sort] }).exit, exit, sort);
    assert.equal(reportOn({ log, failOn: [] }).exit, 0);
    assert.equal(reportOn({ log, rules: "iam:Identity ci claimMatch" }).exit, 0, "a rule hides it");
    assert.equal(reportOn({ log, failOn: ["ignored"], rules: "iam:Identity ci" }).exit, 0);
    assert.match(
      textOf({ log }, "table"),
      /"ci" was changed in claimMatch\.subject, which decides who has access\. It is under ignoreChanges, so pulumi up does not put it back, and a refresh hides it\. Remove it from ignoreChanges for one pulumi up --refresh\.\n/,
    );
  });

  it("have a section of their own, also beside changes that the engine sees (row 169)", () => {
    const sides: Sides = [valuesOf("repo:acme/web", "old"), valuesOf("repo:evil/x", "new")];
    const description = ["description"];
    for (const [more, fields] of [
      [{}, ["claimMatch.subject", "description"]],
      [{ outcome: "changed", paths: description }, ["claimMatch.subject"]],
    ] as const) {
      const isChanged = "paths" in more;
      const log = [compared("iam:Identity", "ci", sides, more)];
      const input = { log, ignoreChanges: { ci: ["claimMatch", ...(isChanged ? [] : description)] } };
      assert.equal(reportOn(input).exit, 2);
      const { changed, counts } = JSON.parse(textOf(input, "json"));
      assert.deepEqual(
        changed.flatMap((one: { fields: { path: string }[] }) => one.fields.map(({ path }) => path)),
        isChanged ? description : [],
      );
      assert.deepEqual([ignoredPaths(input, "json"), counts.ignoredChanges], [fields, 1]);
      assert.match(
        textOf(input, "table"),
        /Changed outside of Pulumi, under ignoreChanges\n[\s\S]*ci +claimMatch\.subject +"repo:acme\/web" +"repo:evil\/x"/,
      );
      assert.match(textOf(input, "csv"), /^ignored,iam:Identity,ci,.*,claimMatch\.subject,.*repo:evil\/x/m);
      assert.ok(textOf(input, "html").includes('<li><b class="bad">1</b>change who has access<'));
    }
  });

  it("are also seen below an input, where the engine's recorded inputs have the live value (row 169)", () => {
    const sides = (inputs: string, outputs: string) => ({ inputs: valuesOf(inputs), outputs: valuesOf(outputs) });
    const log = [
      compared("iam:Identity", "ci", [{}, {}], {
        recorded: sides("repo:evil/x", "repo:o/ci"),
        live: sides("repo:evil/x", "repo:evil/x"),
      }),
    ];
    const below = ["claimMatch.subject", 'claimMatch["subject"]', "claimMatch.*", "claimMatch[*]"];
    for (const path of [...below, "*.subject", "[*].subject"])
      assert.equal(reportOn({ log, ignoreChanges: { ci: [path] } }).exit, 2, path);
  });

  it("end with 0 for other fields (row 169)", () => {
    const log = [compared("iam:Identity", "ci", [valuesOf("x", "a"), valuesOf("x", "b")])];
    assert.equal(reportOn({ log }).exit, 0);
  });

  it("end with 1 if a secret decides who has access, because its change cannot be seen (row 169)", () => {
    const checked = (kind: string, values: Values, path: string) => {
      const found = findingsOf({ log: [compared(kind, "ci", [values, values])], ignoreChanges: { ci: [path] } });
      return [found.compared, ...found.unread.map(({ message }) => message)];
    };
    assert.deepEqual(checked("iam:Identity", { claimMatch: secretMark }, "claimMatch"), [
      0,
      "claimMatch decides who has access, and it is a secret under ignoreChanges",
    ]);
    const oidc = { issuer: "https://i", clientSecret: secretMark };
    assert.deepEqual(checked("iam:IdentityProvider", { oidc }, "oidc"), [1]);
  });

  it("are those of the object itself, if it waits for its delete, because it still gives access", () => {
    const waiting = (sides: Sides) => ({ ...compared("iam:Identity", "ci", sides), isPendingDelete: true });
    const claims = (subject: unknown) => ({ claimMatch: { issuer: "https://ci.example.com", subject } });
    const exit = (sides: Sides, more: Input) => reportOn({ log: [waiting(sides)], ...more }).exit;
    const [live, former] = [{ ignoreChanges: { ci: ["claimMatch"] } }, { formerIgnoreChanges: { ci: ["claimMatch"] } }];
    const hidden: Sides = [claims(secretMark), claims(secretMark)];
    assert.deepEqual([exit(hidden, live), exit(hidden, former)], [0, 1]);
    assert.equal(exit([claims("repo:acme/x"), claims("repo:evil/x")], former), 2);
  });

  it("are differences that an update would change back, and no secrets, other orders or computed values", () => {
    const values = { name: "r", capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"], description: "" };
    const now = { name: "r", capabilities: ["CAP_TAG_LIST", "CAP_REPO_LIST"], updateTime: "2026-01-01T00:00:00Z" };
    const hidden = { name: "ci", description: secretMark };
    const log = [compared("iam:Role", "r", [values, now]), compared("iam:Identity", "ci", [hidden, { ...hidden }])];
    assert.match(textOf({ log }, "table"), /^No drift/);
    const recorded = { issuer: "https://sso.example.com" };
    const pathsFor = (live: object, before: object = recorded) => {
      const sides: Sides = [
        { name: "sso", oidc: before },
        { name: "sso", oidc: live },
      ];
      return ignoredPaths({ log: [compared("iam:IdentityProvider", "sso", sides)] }, "json");
    };
    const [byDefault, other] = ["CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID", "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID"];
    assert.deepEqual(pathsFor({ ...recorded, correlationRule: byDefault }), []);
    assert.deepEqual(pathsFor({ ...recorded, correlationRule: other }), ["oidc.correlationRule"]);
    // A secret on one side hides what is in it, and its loss is a change.
    assert.deepEqual(pathsFor(recorded, secretMark), []);
    assert.deepEqual(pathsFor(recorded, { ...recorded, clientSecret: secretMark }), ["oidc.clientSecret"]);
    assert.deepEqual(pathsFor({ ...recorded, clientSecret: "x" }, { ...recorded, clientSecret: secretMark }), []);
  });

  it("of resources of other packages are in the inputs that it names; secrets among them are named (row 171)", () => {
    const bucket = (tag: string) => ({ tags: { team: tag }, size: tag, masterKey: secretMark });
    const log = [compared("", "logs", [bucket("a"), bucket("b")], { type: "aws:s3/bucket:Bucket" })];
    const ignoredIn = (...paths: string[]) => ignoredPaths({ log, ignoreChanges: { logs: paths } }, "json");
    assert.deepEqual([ignoredIn(), ignoredIn("tags.team"), ignoredIn("*")], [[], ["tags.team"], ["size", "tags.team"]]);
    assert.match(
      textOf({ log, ignoreChanges: { logs: ["masterKey"] } }, "table"),
      /^"logs" has secrets under ignoreChanges \(masterKey\)\. Changes of these cannot be seen\.$/m,
    );
  });
});

describe("SCIM that somebody switched on", () => {
  const neverIssued = { enabled: false, credentialState: "CREDENTIAL_STATE_NOT_ISSUED" };
  const live = { enabled: true, credentialState: "CREDENTIAL_STATE_LIVE" };
  const provider = ([before, now]: Sides, more: Partial<Refreshed> = {}) =>
    compared("iam:IdentityProvider", "idp", [{}, {}], {
      recorded: side({ name: "sso" }, { name: "sso", scim: before }),
      live: side({ name: "sso" }, { name: "sso", scim: now }),
      ...more,
    });
  const switched = (scim: Values, more: Partial<Refreshed> = {}) => provider([neverIssued, scim], more);
  const tokenOf = (...etags: [string, string]) => {
    const of = { identityProviderUid: "root/idp", token: secretMark };
    const [recorded, now] = etags.map((etag) => side({}, { ...of, etag }));
    return refreshed("token", "same", {
      type: typeOf("iam:ScimToken"),
      id: "root/idp",
      ...(recorded && { recorded }),
      live: now,
    });
  };
  const token = tokenOf("1", "1");

  it("has a live token that somebody may have replaced, because the SCIM settings were changed, also after a refresh (rows 215, 264)", () => {
    const isChanged = (of: Refreshed) => openScim([provider([live, live]), of]).map((one) => one.isChanged);
    const proof = { [NOTES]: { proven: { etag: "1" } } };
    const read = { ...tokenOf("2", "2"), recorded: side({}, { token: secretMark, etag: "2", ...proof }) };
    // Somebody who creates a token may also switch SCIM, which is a change of the token's resource.
    const alsoSwitched = { ...tokenOf("1", "2"), outcome: "changed" as const };
    assert.deepEqual([tokenOf("1", "1"), tokenOf("1", "2"), read, alsoSwitched].map(isChanged), [
      [],
      [true],
      [true],
      [true],
    ]);
  });

  it("has a token that nothing proves, because it was only imported, with and without its identity provider (rows 172, 215)", () => {
    const seen = side({}, { identityProviderUid: "root/idp", credentialState: live.credentialState });
    const imported = { ...tokenOf("1", "1"), recorded: seen, live: seen };
    for (const log of [[provider([live, live]), imported], [imported]]) {
      assert.equal(reportOn({ log }).exit, 2);
      assert.deepEqual(
        openScim(log).map(({ tokenState, isChanged }) => [tokenState, isChanged]),
        [["LIVE", false]],
      );
    }
  });

  it("has such a token, too, if the stack does not manage the identity provider (row 264)", () => {
    assert.equal(reportOn({ log: [tokenOf("1", "1")] }).exit, 0);
    const input = { log: [tokenOf("1", "2")] };
    assert.equal(reportOn(input).exit, 2);
    assert.match(textOf(input, "table"), /^whoever has the SCIM token of "token" +SCIM, .*changed outside of Pulumi/m);
    assert.deepEqual(
      JSON.parse(textOf(input, "json")).scim.map(({ uid, isEnabled }: Values) => [uid, isEnabled]),
      [["root/idp", null]],
    );
  });

  it("is among the grants, and so is a live token that the stack does not manage (row 172)", () => {
    const exits = (...logs: Refreshed[][]) => logs.map((log) => reportOn({ log }).exit);
    assert.deepEqual(
      exits([switched(live)], [switched({ enabled: true })], [switched({ ...live, enabled: false })]),
      [2, 2, 2],
    );
    const ended = { enabled: false, credentialState: "CREDENTIAL_STATE_EXPIRED" };
    assert.deepEqual(
      exits([switched(ended)], [switched({})], [switched(live), token], [switched(live, { isReadOnly: true })]),
      [0, 0, 0, 0],
    );
    // A token that only waits for its delete is managed by nobody.
    assert.deepEqual(exits([switched(live), { ...token, isPendingDelete: true }]), [2]);
    // What waits for its delete still gives access.
    assert.deepEqual(exits([switched(live, { isPendingDelete: true })]), [2]);
    const input = { log: [switched(live)] };
    assert.match(
      textOf({ ...input, search: found([]) }, "table"),
      /^Unmanaged grants\n.*\nwhoever has the SCIM token of "sso" +SCIM on, live token that never expires +adding people +acme +iam:ScimToken/,
    );
    assert.match(textOf(input, "csv"), /^unmanaged,iam:ScimToken,sso,root\/idp,/m);
    const { scim, unmanaged, counts } = JSON.parse(textOf(input, "json"));
    assert.deepEqual([scim[0].tokenState, unmanaged, counts.unmanaged, counts.grants], ["LIVE", null, 1, 1]);
    assert.deepEqual(
      [reportOn({ ...input, rules: "iam:ScimToken sso" }).exit, reportOn({ ...input, failOn: ["changed"] }).exit],
      [0, 0],
    );
  });
});
