import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Route } from "../../src/emulator/gateway/route";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/index";

export type { Emulator };

/** An answer as a test looks at it. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body where it is JSON; its text otherwise. */
  readonly body: Record<string, unknown>;
  readonly text: string;
}

/** How a test calls an emulator: with the API's token, unless another or none (`null`) is given. */
export type Call = (request: string, body?: unknown, token?: string | null) => Promise<Reply>;

/** The credential of Basic authentication, in place of a bearer token. */
export const asBasic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

const headersOf = (token: string) => ({ authorization: token.startsWith("Basic ") ? token : `Bearer ${token}` });

/** A request to `url` from one line, `GET /iam/v2/groups`. A body that is a text is sent as it is. */
export async function send(url: string, request: string, body?: unknown, token?: string | null): Promise<Reply> {
  const [method = "", path = ""] = request.split(" ");
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: typeof token === "string" ? headersOf(token) : {},
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: parsed(text), text };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {}; // The test looks at the text.
  }
}

/**
 * Runs a test against its own emulator. It is not strict by default, because most of these tests use the shortest names that show
 * the behavior of any gateway. Tokens have the current access of their identities, so that a test needs only one token.
 */
export const withEmulator =
  (options: EmulatorOptions, test: (emulator: Emulator, call: Call) => Promise<void>) => async (): Promise<void> => {
    const emulator = await startEmulator({ strict: false, tokenGrants: "live", ...options });
    const call: Call = (request, body, token = emulator.token) => send(emulator.url, request, body, token);
    try {
      await test(emulator, call);
    } finally {
      await emulator.close();
    }
  };

export type Calling = Emulator & { readonly call: Call };

/** Declares tests against emulators of their own with these options: see `withEmulator`. */
export const testWith =
  (options: EmulatorOptions) =>
  (title: string, run: (emulator: Calling) => Promise<void>): void => {
    it(
      title,
      withEmulator(options, (emulator, call) => run(Object.assign(emulator, { call }))),
    );
  };
export const test = testWith({});

/** A clock that only moves when a test moves it. */
export function clockAt(time: string): { now: () => Date; move: (ms: number) => void } {
  let at = Date.parse(time);
  return {
    now: () => new Date(at),
    move: (ms) => {
      at += ms;
    },
  };
}

/** Field and description of the first violation that an INVALID_ARGUMENT names. */
export function violationOf({ body }: Reply): { readonly field: string; readonly description: string } | undefined {
  const details = body.details as
    | { "@type": string; fieldViolations?: { field: string; description: string }[] }[]
    | undefined;
  return details?.find((detail) => detail["@type"].endsWith("BadRequest"))?.fieldViolations?.[0];
}

/** Status, code and message of a response, which identify a refusal. */
export const brief = ({ status, body }: Reply): unknown[] => [status, body.code, body.message];

/** uid of a built-in role. */
export const roleNamed = ({ list }: Pick<Emulator, "list">, name: string): string =>
  String(list("iam:Role").find((role) => role.name === name)?.uid);

/** Makes an identity provider, `okta`; answers its uid. */
export function makeProvider(emulator: Emulator): string {
  const { uid } = emulator.put("iam:IdentityProvider", emulator.organization.uid, {
    name: "okta",
    defaultRole: roleNamed(emulator, "viewer"),
    oidc: { issuer: "https://o.example.com", clientId: "c", clientSecret: "s3cret" },
  });
  return String(uid);
}

/** The SCIM verbs of a provider, and what a Get shows of it. */
export const scimOf = (call: Call, idp: string) => ({
  post: (verb: string, body: unknown = {}): Promise<Reply> =>
    call(`POST /iam/v2/identityProviders/${idp}:${verb}`, body),
  state: async () => (await call(`GET /iam/v2/identityProviders/${idp}`)).body.scim as Record<string, unknown>,
});

export const makeOwners = (emulator: Emulator, count: number): void => {
  const { organization, put, list } = emulator;
  const roleUid = roleNamed(emulator, "owner");
  const known = list("iam:RoleBinding").length;
  for (let i = known; i < known + count; i++) {
    const identity = { name: `owner-${i}`, claimMatch: { issuer: "https://i.example.com", subject: `o${i}` } };
    const identityUid = put("iam:Identity", organization.uid, identity).uid;
    put("iam:RoleBinding", organization.uid, { identityUid, roleUid });
  }
};

/** Roles whose capabilities are not public. */
export const libraryRoles: readonly string[] = ["java", "javascript", "python"].flatMap((language) => [
  `libraries.${language}.pull`,
  `libraries.${language}.pull_token_creator`,
]);

export const builtInRoles: readonly string[] = [
  "apk.pull",
  "console_viewer",
  "editor",
  ...libraryRoles,
  "limited_owner",
  "owner",
  "registry.editor",
  "registry.pull",
  "registry.pull_token_creator",
  "registry.push",
  "viewer",
];

/** An identity whose role in the organization grants what `may` is given, with a token that has what the role grants now. */
export async function makeCaller({ organization, put, edit, call, url, idToken }: Calling) {
  const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/app" };
  const make = (type: string, body: Record<string, unknown>): string => String(put(type, organization.uid, body).uid);
  const identityUid = make("iam:Identity", { name: "ci", claimMatch });
  const roleUid = make("iam:Role", { name: "own", capabilities: ["CAP_ACTIONS_LIST"] });
  make("iam:RoleBinding", { identityUid, roleUid });
  const proof = await idToken({ ...claimMatch, audience: new URL(url).host });
  const exchanged = await call(`POST /sts/exchange?aud=${url}&identity=${identityUid}`, undefined, proof);
  return {
    identityUid,
    may: (capabilities: readonly string[]) => void edit(roleUid, { capabilities }),
    ask: (request: string, body?: unknown) => call(request, body, String(exchanged.body.token)),
  };
}

/** A request that a route takes, with what it needs to be understood, about something below a uid. */
export function requestFor({ method, path, body }: Route, below: string): [request: string, body?: unknown] {
  const filled = path
    .replace(/\{\/\w+=\*\*\}/g, `/${below}/x`)
    .replace(/\{\w+=\*\*\}/g, `${below}/x`)
    .replace(/\{artifactId\}/, "pylib-000")
    .replace(/\{\w+\}/g, "x");
  const query = path.startsWith("/libraries") ? "?ecosystems=ECOSYSTEM_PYTHON" : "";
  const content = body === undefined || method === "PATCH" ? {} : { parent: below };
  return [`${method} ${filled}${query}`, method === "GET" ? undefined : content];
}

/** Gives a test the path of a state file that does not exist, in a folder of its own. */
export async function withFile(test: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "emulator-"));
  try {
    await test(join(folder, "state.json"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
