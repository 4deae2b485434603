import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A text that people see at the host of a repository: a comment of a pull request, or an issue. */
export interface Shown {
  readonly id: number;
  text: string;
  isOpen: boolean;
  /** Somebody else than the job wrote it. */
  readonly isOthers?: boolean;
}

/** What the APIs of GitHub and GitLab do for the reports of a job, on loopback. */
export interface CiHost {
  readonly comments: Shown[];
  readonly issues: Shown[];
  /** Requests without the token of the job. */
  readonly strangers: number;
  /** Sets who signs the ID tokens that GitHub's jobs request for an audience. */
  signs(idToken: (audience: string) => Promise<string>): void;
  environment(name: "github" | "gitlab"): Readonly<Record<string, string>>;
  /** What a job has besides that may write. */
  tokens(name: "github" | "gitlab"): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const TOKEN = "token-of-the-job";

const environments = (url: string): Readonly<Record<"github" | "gitlab", Readonly<Record<string, string>>>> => ({
  github: {
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: "acme/access",
    GITHUB_SERVER_URL: "https://github.example.com",
    GITHUB_RUN_ID: "1",
    ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/id-token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: TOKEN,
    PULL_REQUEST: "7",
  },
  gitlab: {
    GITLAB_CI: "true",
    CI_API_V4_URL: url,
    CI_PROJECT_ID: "3",
    CI_JOB_URL: "https://gitlab.example.com/jobs/1",
    CI_MERGE_REQUEST_IID: "7",
  },
});

/** Starts a host without comments and issues. */
export async function startCiHost(): Promise<CiHost> {
  const comments: Shown[] = [];
  const issues: Shown[] = [];
  let strangers = 0;
  let sign: ((audience: string) => Promise<string>) | undefined;
  const places: readonly [RegExp, Shown[]][] = [
    [/^\/repos\/acme\/access\/issues\/7\/comments$/, comments],
    [/^\/repos\/acme\/access\/issues\/comments\/(\d+)$/, comments],
    [/^\/projects\/3\/merge_requests\/7\/notes(?:\/(\d+))?$/, comments],
    [/^\/(?:repos\/acme\/access|projects\/3)\/issues(?:\/(\d+))?$/, issues],
  ];
  const server = createServer(async (request, response) => {
    const { authorization, "private-token": own } = request.headers;
    if (authorization !== `Bearer ${TOKEN}` && own !== TOKEN) strangers += 1;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const [match, shown = []] =
      places.map(([path, list]) => [path.exec(pathname), list] as const).find(([found]) => found !== null) ?? [];
    response.setHeader("content-type", "application/json");
    if (pathname === "/id-token" && sign !== undefined)
      return response.end(JSON.stringify({ value: await sign(searchParams.get("audience") ?? "") }));
    if (pathname === "/user") return response.end('{"id":1}');
    if (match === undefined || match === null) return response.writeHead(404).end("{}");
    const body = await bodyOf(request);
    const text = body.body ?? body.description;
    if (request.method === "GET")
      return response.end(JSON.stringify(shown.filter(({ isOpen }) => isOpen).map(asAnswer)));
    if (request.method === "POST") shown.push({ id: shown.length + 1, text: text ?? "", isOpen: true });
    const one = request.method === "POST" ? shown.at(-1) : shown.find(({ id }) => id === Number(match[1]));
    if (one === undefined) return response.writeHead(404).end("{}");
    if (text !== undefined) one.text = text;
    if (body.state === "closed" || body.state_event === "close") one.isOpen = false;
    return response.end(JSON.stringify(asAnswer(one)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A TCP server has no other kind of address.
  return {
    comments,
    issues,
    get strangers() {
      return strangers;
    },
    signs(idToken) {
      sign = idToken;
    },
    environment: (name) => environments(url)[name],
    tokens: (name) => (name === "github" ? { GITHUB_TOKEN: TOKEN } : { REPORT_TOKEN: TOKEN }),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Each host has its own names for the same. */
const asAnswer = ({ id, text, isOthers }: Shown) => ({
  id,
  number: id,
  iid: id,
  body: text,
  description: text,
  user: isOthers ? { type: "User", login: "mallory" } : { type: "Bot", login: "github-actions[bot]" },
  author: { id: isOthers ? 2 : 1 },
});

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, string | undefined>>> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text === "" ? {} : JSON.parse(text);
}
