import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../src/emulator/index";
import { asBasic, brief, type Calling, clockAt, type Reply, testWith, violationOf } from "./local";

/** When each story begins. */
export const START = "2026-11-21T11:32:03.384Z";

/** Whose tokens an identity takes that a story makes with these values. */
export const JOB = { issuer: "https://ci.example.com", subject: "repo:acme/app" } as const;

/** A line that makes an identity `$CI`, as which a story can go on. */
export const CI = `CI = put iam:Identity $ORG ${JSON.stringify({ name: "ci", claimMatch: JOB })}`;

/** A line that binds `$CI` to a role in a group. */
export const bound = (role: string, group = "$ORG"): string =>
  `put iam:RoleBinding ${group} {"identityUid":"$CI","roleUid":"${role}"}`;

/** Codes of refusals by their names, with the HTTP status of each. */
const codes: Readonly<Record<string, readonly [status: number, code: number]>> = {
  INVALID_ARGUMENT: [400, 3],
  NOT_FOUND: [404, 5],
  ALREADY_EXISTS: [409, 6],
  PERMISSION_DENIED: [403, 7],
  RESOURCE_EXHAUSTED: [429, 8],
  FAILED_PRECONDITION: [400, 9],
  ABORTED: [409, 10],
  UNIMPLEMENTED: [501, 12],
  UNAUTHENTICATED: [401, 16],
};

/** Uids by the names that a story gives them. `$ORG`, `$PUBLIC`, built-in roles (`$VIEWER`) and public repos (`$NGINX`) are known. */
type Names = Map<string, string>;

interface Teller {
  readonly emulator: Calling;
  readonly names: Names;
  readonly move: (ms: number) => void;
  readonly verbs: Readonly<Record<string, Verb>>;
  readonly check: typeof check;
  token: string | null;
}

/**
 * Declares tests of requests and their answers, one line each. Each test begins with its title, `# …`.
 *
 * A line is a request (`POST /iam/v2/groups/$ORG {"name":"team"}`), or what people do beside it: `put TYPE PARENT BODY`,
 * `edit UID BODY`, `remove UID`, `history IMAGE TAG RECORDS`, `wait MS`, and `as` an identity, `job`, `admin`, `nobody`,
 * `bearer TOKEN` or `user NAME PASSWORD`. `TEAM = POST …` keeps the uid, or the token, of the answer as `$TEAM`. `as` keeps
 * its token as `$TOKEN`, a list the token of its next page as `$NEXT`, and SCIM its etag as `$ETAG`. An arrow in the line of a request, or in the next
 * one, says how it is answered, by default with a success:
 *
 * - `-> 401`: with this status
 * - `-> {"name":"a","email":null}`: successfully, with these values, and without those that are null
 * - `-> [a b]`: successfully, with a list of objects that have these names or uids, in this order
 * - `-> NOT_FOUND Not found: …`: with this code and message, or `-> oci 401 UNAUTHORIZED …` of the registry
 * - `-> invalid FIELD: DESCRIPTION` or only `FIELD`, `-> lacks CAPABILITY`, `-> missing iam/Role UID`: with such a refusal
 */
export const stories = (text: string): void => storiesWith({})(text);

/** What else a line may say, by its first word; `given` is the rest, and `expected` what follows the arrow. */
export type Verb = (emulator: Calling, given: string, expected: string) => Promise<void>;

/** Declares stories on emulators with these options, in which lines may have more verbs, or another check of answers. */
export const storiesWith =
  (options: EmulatorOptions, more: Partial<Pick<Teller, "verbs" | "check">> = {}) =>
  (text: string): void => {
    assert.match(text, /^\s*# /, "a story begins with its title");
    for (const [, title = "", lines = ""] of text.matchAll(/^ *# (.*)\n((?:(?! *# ).*\n)*)/gm)) {
      const { now, move } = clockAt(START);
      testWith({ now, ...options })(title, async (emulator) => void (await play(emulator, lines, { move, ...more })));
    }
  };

/** Plays a story on an emulator that a test has prepared. Returns the names. */
export async function play(
  emulator: Calling,
  text: string,
  {
    move = () => assert.fail("this clock runs by itself"),
    ...more
  }: Partial<Pick<Teller, "move" | "verbs" | "check">> = {},
): Promise<Names> {
  const { list, organization, token } = emulator;
  const known = [...list("iam:Role"), ...list("registry:Repo")].map(({ name, uid }) => [nameFor(name), String(uid)]);
  const publicUid = list("iam:Group").find(({ name }) => name === emulator.publicOrganization)?.uid;
  const names: Names = new Map([
    ...(known as [string, string][]),
    ["ORG", organization.uid],
    ["PUBLIC", String(publicUid)],
    ["REGISTRY_TOKEN", emulator.registryToken],
    ["API_TOKEN", token],
    ["URL", emulator.url],
    ["HOST", new URL(emulator.url).host],
  ]);
  const teller: Teller = { emulator, names, move, verbs: {}, check, token, ...more };
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  for (const [i, line] of lines.entries()) {
    if (line.startsWith("->")) continue;
    const next = lines[i + 1]?.startsWith("-> ") ? lines[i + 1]?.slice("-> ".length) : undefined;
    const [request = "", answer = next] = line.split(" -> ");
    await tell(teller, request, answer);
  }
  return names;
}

const nameFor = (name: unknown): string => String(name).toUpperCase().replace(/\W/g, "_");

const filled = (names: Names, text: string): string =>
  text.replace(/\$([A-Z][A-Z0-9_]*)/g, (_, name: string) => names.get(name) ?? assert.fail(`nothing is named ${name}`));

/** Does what a line says, and checks the answer. */
async function tell(teller: Teller, line: string, answer: string | undefined): Promise<void> {
  const { emulator, names } = teller;
  const [, name, whole = ""] = /^(?:([A-Z][A-Z0-9_]*) = )?(.*)$/.exec(line) ?? [];
  const [verb = "", target = "", ...rest] = filled(names, whole).split(" ");
  const body = rest.length === 0 ? undefined : rest.join(" ");
  const expected = () => (answer === undefined ? "200" : filled(names, answer));
  const special = teller.verbs[verb];
  if (special !== undefined) return special(emulator, [target, ...rest].join(" "), expected());
  const isBeside = await besides(teller, [verb, target, ...rest], name);
  if (isBeside) return assert.equal(answer, undefined, `nothing answers ${line}`);
  const reply = await emulator.call(`${verb} ${target}`, body, teller.token);
  if (name !== undefined) names.set(name, String(reply.body.uid ?? reply.body.token));
  const etag = reply.body.etag ?? (reply.body.scim as { etag?: unknown } | undefined)?.etag;
  if (etag !== undefined) names.set("ETAG", String(etag));
  if (reply.body.nextPageToken !== undefined) names.set("NEXT", encodeURIComponent(String(reply.body.nextPageToken)));
  teller.check(reply, expected(), `${line}: ${reply.status} ${reply.text}`);
}

/** Does what people do beside the requests. Returns whether the line says that. */
async function besides(teller: Teller, [verb, target = "", ...rest]: readonly string[], name = ""): Promise<boolean> {
  const { emulator, names } = teller;
  const bodyOf = (words: readonly string[]) => JSON.parse(words.join(" ")) as Record<string, unknown>;
  if (verb === "put") names.set(name, String(emulator.put(target, rest[0] ?? "", bodyOf(rest.slice(1))).uid));
  else if (verb === "edit") emulator.edit(target, bodyOf(rest));
  else if (verb === "history") emulator.history(target, rest[0] ?? "", JSON.parse(rest[1] ?? ""));
  else if (verb === "remove") assert.ok(emulator.remove(target), `there is no ${target}`);
  else if (verb === "wait") teller.move(Number(target));
  else if (verb === "as") {
    teller.token = await tokenFor(emulator, target, rest);
    if (teller.token !== null) names.set("TOKEN", teller.token);
  } else return false;
  return true;
}

/** The token of the emulator, none, the one of `JOB`, or a new one of an identity that takes such tokens. */
async function tokenFor(
  emulator: Calling,
  who: string,
  [user = "", password = ""]: readonly string[],
): Promise<string | null> {
  if (who === "admin") return emulator.token;
  if (who === "bearer") return user;
  if (who === "user") return asBasic(user, password);
  if (who === "nobody") return null;
  const idToken = await emulator.idToken({ ...JOB, audience: new URL(emulator.url).host });
  if (who === "job") return idToken;
  const exchange = `POST /sts/exchange?aud=${encodeURIComponent(emulator.url)}&identity=${who}`;
  return String((await emulator.call(exchange, undefined, idToken)).body.token);
}

/** Code and message of the refusal that a line expects; undefined if it expects none. */
function refusalIn(expected: string): readonly [code: string, message: string] | undefined {
  const [word = "", what = "", ...rest] = expected.split(" ");
  const text = [what, ...rest].join(" ");
  if (word === "lacks") return ["PERMISSION_DENIED", `Permission denied: caller lacks ${text}`];
  if (word === "invalid" && rest.length > 0) return ["INVALID_ARGUMENT", `Invalid argument: ${text}`];
  if (word !== "missing") return word in codes ? [word, text] : undefined;
  const [area, noun] = what.split("/");
  return ["NOT_FOUND", `Not found: ${area}.platform.example/${noun} "${rest.join(" ")}"`];
}

/** Checks a response: see `stories`. */
function check(reply: Reply, expected: string, message: string): void {
  const [code, said] = refusalIn(expected) ?? [];
  const [, field, description] = /^invalid ([^ ]*?)(?:: (.*))?$/.exec(expected) ?? [];
  const isKnown = code !== undefined || field !== undefined || /^(\d+$|\[|\{|oci )/.test(expected);
  assert.ok(isKnown, `no answer is written like this: ${expected}`);
  const violation = violationOf(reply);
  if (description !== undefined) assert.deepEqual(violation, { field, description }, message);
  else if (field !== undefined) assert.equal(violation?.field, field, message);
  if (code !== undefined) assert.deepEqual(brief(reply), [...(codes[code] ?? []), said], message);
  else if (!expected.startsWith("oci "))
    assert.equal(reply.status, field === undefined ? Number(/^\d+$/.exec(expected) ?? 200) : 400, message);
  if (expected.startsWith("oci ")) assert.equal(`oci ${reply.status} ${ociIn(reply)}`, expected, message);
  if (expected.startsWith("[")) assert.equal(`[${namesOf(reply).join(" ")}]`, expected, message);
  if (!expected.startsWith("{")) return;
  for (const [key, value] of Object.entries(JSON.parse(expected) as object))
    assert.deepEqual(reply.body[key] ?? null, value, `${key} in ${message}`);
}

/** The names, or what else tells them apart, of the objects in a list. */
function namesOf({ body }: Reply): unknown[] {
  const items = (Object.values(body).find(Array.isArray) ?? []) as Record<string, unknown>[];
  return items.map((item) => item.name ?? item.docId ?? item.uid ?? item.id ?? item.digest);
}

/** Code and message of a refusal of the registry. */
function ociIn({ body }: Reply): string {
  const [error] = (body.errors ?? []) as { code: string; message: string }[];
  return `${error?.code} ${error?.message}`;
}
