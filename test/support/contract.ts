import { Client } from "../../src/api/client";
import { fixedToken } from "../../src/api/credentials/token";
import { path } from "../../src/api/path";
import { createTransport } from "../../src/api/transport";
import type { EmulatorOptions } from "../../src/emulator";
import { clientOf, startPlatform } from "./platform";
import type { World } from "./samples";

/** A platform that the contract is checked against: a real one, or the emulator with certain options. */
export interface Subject {
  readonly client: Client;
  /** uid of a group in which the tests may create and delete anything. */
  readonly group: string;
  readonly world: World;
  close(): Promise<void>;
}

/** Environment of a run against a real platform; the uids of its world are "a,b" pairs by kind. */
const { PLATFORM_TEST_URL, PLATFORM_TEST_TOKEN, PLATFORM_TEST_GROUP, PLATFORM_TEST_WORLD } = process.env;

async function startReal(url: string): Promise<Subject> {
  const tokens = fixedToken(PLATFORM_TEST_TOKEN ?? "", "PLATFORM_TEST_TOKEN");
  const client = new Client({
    transport: createTransport(new URL(url)),
    tokens,
    userAgent: "pulumi-platform contract",
  });
  const made = await client.create(path`/iam/v2/groups/${PLATFORM_TEST_GROUP ?? ""}`, {
    name: `contract-${Date.now()}`,
  });
  const group = String(made.uid);
  return {
    client,
    group,
    world: JSON.parse(PLATFORM_TEST_WORLD ?? "{}") as World,
    close: async () => {
      await client.delete(path`/iam/v2/groups/${group}`);
    },
  };
}

async function startLocal(options: EmulatorOptions): Promise<Subject> {
  const { emulator, world, close } = await startPlatform(options);
  const group = String(emulator.put("iam:Group", emulator.organization.uid, { name: "contract" }).uid);
  return { client: clientOf(emulator), group, world, close };
}

/** The platforms to check: the real one of PLATFORM_TEST_URL, or the emulator with each option for what the API leaves open. */
export const subjects: readonly { readonly title: string; readonly start: () => Promise<Subject> }[] =
  PLATFORM_TEST_URL === undefined
    ? [
        { title: "the emulator without empty fields", start: () => startLocal({}) },
        {
          title: "the emulator with empty fields",
          start: () =>
            startLocal({ emitUnpopulated: true, maskSpelling: "camel", deleteBody: "empty", jsonSpace: false }),
        },
      ]
    : [{ title: PLATFORM_TEST_URL, start: () => startReal(PLATFORM_TEST_URL) }];
