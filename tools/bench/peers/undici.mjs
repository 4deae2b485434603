import { readFileSync, writeFileSync } from "node:fs";
import { Pool } from "undici";

/**
 * `node undici.mjs <create|refresh|update|destroy> <file>`: the requests of `naive` without Pulumi, 32 at a time, which is
 * what the same work costs at the least. The file keeps the uids between operations.
 */
const CONNECTIONS = 32;
const [operation, file] = process.argv.slice(2);
const { PLATFORM_BASE_URL, PLATFORM_TOKEN, BENCH_PARENT, BENCH_COUNT, BENCH_REVISION = "1" } = process.env;

const pool = new Pool(PLATFORM_BASE_URL, { connections: CONNECTIONS, pipelining: 1 });

async function send(method, uid, body) {
  const answer = await pool.request({
    method,
    path: `/iam/v2/identities/${uid}`,
    headers: {
      authorization: `Bearer ${PLATFORM_TOKEN}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${method} ${uid}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

const inputsOf = (n) => ({
  name: `undici-${n}`,
  description: `revision ${BENCH_REVISION}`,
  claimMatch: { issuer: "https://token.ci.example.com", subject: `repo:acme/undici-${n}` },
});

const numbers = Array.from({ length: Number(BENCH_COUNT) }, (_, i) => i + 1);
const uids = operation === "create" ? [] : JSON.parse(readFileSync(file, "utf8"));

const tasks = {
  create: async (n) => {
    uids[n - 1] = (await send("POST", BENCH_PARENT, inputsOf(n))).uid;
  },
  refresh: (n) => send("GET", uids[n - 1]),
  update: (n) => send("PATCH", uids[n - 1], inputsOf(n)),
  destroy: (n) => send("DELETE", uids[n - 1]),
};

await Promise.all(numbers.map(tasks[operation]));
writeFileSync(file, JSON.stringify(uids));
await pool.close();
