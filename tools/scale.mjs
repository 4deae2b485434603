import { parseArgs } from "node:util";
import { inRepository } from "./in-repository.mjs";
import { main, SetupError } from "./process.mjs";
import { ensureGateway } from "./scale/gateway.mjs";

const options = {
  backend: { type: "boolean" },
  simulate: { type: "boolean" },
  count: { type: "string" },
  objects: { type: "string" },
  read: { type: "string" },
};

/**
 * `npm run scale`: what docs/scale.md tells. `-- --backend` alone: state on a real S3-compatible server, locks, kills and
 * figures, with `--count` resources. `-- --simulate` alone: one provider host reads `--read` of `--objects` identities.
 */
await main(async () => {
  const values = given();
  const both = !values.backend && !values.simulate;
  const parts = { backend: both || values.backend, simulate: both || values.simulate };
  // A wrong number is said before anything is built.
  const numbers = ["count", "objects", "read"].flatMap((name) => numberOf(name, values[name]));
  const gateway = parts.backend ? ["--gateway", await ensureGateway()] : [];
  const simulate = parts.simulate ? ["--simulate"] : [];
  const script = ["--require", "ts-node/register/transpile-only", "tools/scale/main.ts"];
  return inRepository([...script, ...gateway, ...simulate, ...numbers]);
});

function given() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new SetupError(error.message);
  }
}

function numberOf(name, text) {
  if (text === undefined) return [];
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new SetupError(`--${name} takes a whole number from 1, not "${text}"`);
  return [`--${name}`, text];
}
