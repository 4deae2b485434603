// Puts a report where people see it: as the comment of a pull request (merge request), which is updated by each run, or as
// an issue, which is opened by the first finding and closed when nothing is found any more. For GitHub Actions and GitLab CI.
// It only reads the file: what a pull request has written into it is text.
//
//   node scripts/report.mjs comment <name> <file.md>
//   node scripts/report.mjs issue <name> <file.md>      the file has the line "clean" where all was checked and nothing found
//
// GitHub: GITHUB_TOKEN, and PULL_REQUEST for a comment. GitLab: REPORT_TOKEN, a project access token with the scope `api`.
import { readFileSync } from "node:fs";
import { argv, env, exit } from "node:process";

const [, , what, name, file] = argv;
if (!["comment", "issue"].includes(what) || !name || !file) {
  console.error("usage: node scripts/report.mjs comment|issue <name> <file.md>");
  exit(1);
}
/** Tells this report from others, and from what people write. */
const marker = `<!-- pulumi-platform: ${name} -->`;
/** Characters of a text. GitHub refuses more than 65,536. */
const MAX = 65_000;
const report = readFileSync(file, "utf8").trim();
const isClean = what === "issue" && report === "clean";
// An empty report is one that nobody finished. A cut one would hide what is at its end: who writes it knows what matters.
if (report === "" || report.length > MAX) {
  console.error(`report: ${file} has ${report.length} characters: there must be some, and at most ${MAX}`);
  exit(1);
}
// GitLab carries out a line like "/close" as the user of the token, except in a block of code. A branch can write such a line.
const text = env.GITLAB_CI ? report.replace(/(^|[\r\n])([^\S\r\n]{0,3})\//g, "$1$2\\/") : report;
const body = `${marker}\n${text}\n\n[The run](${env.CI_JOB_URL ?? `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`})`;

/** The user of the token, on GitLab. */
let me;

const github = {
  base: `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`,
  headers: { authorization: `Bearer ${env.GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
  /** Whether the job's own user wrote it: anybody may begin a text with the marker. */
  isOwn: async ({ user }) => user?.type === "Bot" && user.login === "github-actions[bot]",
  comments: `issues/${env.PULL_REQUEST}/comments`,
  comment: (id) => `issues/comments/${id}`,
  update: "PATCH",
  issues: "issues?state=open",
  newIssue: () => ({ title: name, body }),
  textOf: (issue) => issue.body,
  issue: ({ number }) => `issues/${number}`,
  changed: () => ({ body }),
  closed: { state: "closed" },
};
const gitlab = {
  base: `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}`,
  headers: { "private-token": env.REPORT_TOKEN },
  isOwn: async ({ author }) => {
    me ??= await askAt(env.CI_API_V4_URL, "GET", "user");
    return author?.id === me.id;
  },
  comments: `merge_requests/${env.CI_MERGE_REQUEST_IID}/notes`,
  comment: (id) => `merge_requests/${env.CI_MERGE_REQUEST_IID}/notes/${id}`,
  update: "PUT",
  issues: "issues?state=opened",
  newIssue: () => ({ title: name, description: body }),
  textOf: (issue) => issue.description,
  issue: ({ iid }) => `issues/${iid}`,
  changed: () => ({ description: body }),
  closed: { state_event: "close" },
};
const host = env.GITLAB_CI ? gitlab : github;

const ask = (method, path, content) => askAt(host.base, method, path, content);

async function askAt(base, method, path, content) {
  const answer = await fetch(`${base}/${path}`, {
    method,
    headers: { ...host.headers, "content-type": "application/json" },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return answer.json();
}

/** The first of a list, page by page, that fits. */
async function find(path, fits) {
  for (let page = 1; ; page++) {
    const found = await ask("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=100&page=${page}`);
    for (const one of found) if (fits(one) && (await host.isOwn(one))) return one;
    if (found.length < 100) return undefined;
  }
}

async function comment() {
  const before = await find(host.comments, (one) => one.body.startsWith(marker));
  if (before === undefined) await ask("POST", host.comments, { body });
  else await ask(host.update, host.comment(before.id), { body });
}

async function issue() {
  const before = await find(host.issues, (one) => host.textOf(one)?.startsWith(marker));
  if (isClean) {
    if (before !== undefined) await ask(host.update, host.issue(before), host.closed);
  } else if (before === undefined) await ask("POST", "issues", host.newIssue());
  else await ask(host.update, host.issue(before), host.changed());
}

await (what === "comment" ? comment() : issue());
