import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import type { SuiteEngine } from "./describe-engine";

/** User name and password of a pull token. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

const records = [{ updateTimestamp: "2026-01-01T00:00:00.000Z", digest: `sha256:${"a".repeat(64)}` }];

/** Puts the private image `acme/app:v1` into the registry. */
export const putImage = ({ emulator }: SuiteEngine): void => emulator.history("acme/app", "v1", records);

/** HTTP statuses of `/token` for a pull token, and of the history of `acme/app:v1` with the token that it issues. */
export async function pull({ emulator }: SuiteEngine, { username, password }: Login): Promise<number[]> {
  const { registryUrl } = emulator;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const asked = await fetch(`${registryUrl}/token?scope=repository:acme/app:pull`, { headers: { authorization } });
  if (asked.status !== 200) return [asked.status];
  const { token } = (await asked.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const history = await fetch(`${registryUrl}/v2/acme/app/_service/history/v1`, { headers });
  assert.deepEqual(await history.json(), { history: records });
  return [asked.status, history.status];
}

/** The file in which the program of `declareToken` leaves its login. */
export const loginFile = ({ workspace }: SuiteEngine): string => join(workspace.directory, "login.json");

/** User name and password as the program last knew them. */
export const login = (engine: SuiteEngine): Login => JSON.parse(readFileSync(loginFile(engine), "utf8")) as Login;

/** Sets the program: one PullToken with these arguments and options, in JavaScript. */
export function declareToken(engine: SuiteEngine, args = "", opts = "{}"): void {
  writeFiles(engine.workspace.directory, {
    "index.js": `
      const fs = require("node:fs");
      const pulumi = require("@pulumi/pulumi");
      const platform = require("pulumi-platform");
      const token = new platform.PullToken("cluster", { parentUid: ${JSON.stringify(engine.root)}, ${args} }, ${opts});
      exports.dockerConfigJson = token.dockerConfigJson;
      pulumi.all([token.username, token.password]).apply(([username, password]) =>
        fs.writeFileSync(${JSON.stringify(loginFile(engine))}, JSON.stringify({ username, password })));`,
  });
}

/** The writes so far, `POST identities`. */
export const writes = ({ emulator }: SuiteEngine): string[] =>
  mutations(emulator.requests).map(({ method, target }) => `${method} ${target.split("/")[3]}`);
