/** Recipes 13 to 17: images, how they are pulled, who hears of them, and where the platform acts for us. */
import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";
import { OtherCloud } from "./other-cloud";

const config = new Config();
const parentUid = config.require("organization");
const source = platform.getGroupOutput({ name: "public-org", inRoot: true });
const sourceOf = (name: string) => platform.getRepoOutput({ name, childrenOf: source.uid }).uid;

// 13: the list of images that the organization gets.
const images = new platform.Group("images", { parentUid });
for (const name of ["nginx", "python"])
  new platform.Repo(name, { parentUid: images.id, syncConfig: { source: sourceOf(name) } });

// 14: an image of our own, with everything that can be added to it.
const pem = (label: string) => `-----BEGIN ${label}-----\nMIIBszCCAVmgAwIBAgIUQ==\n-----END ${label}-----\n`;
new platform.Repo("python-acme", {
  parentUid,
  syncConfig: { source: sourceOf("python") },
  customOverlay: {
    contents: {
      packages: ["curl", "busybox", "ca-certificates"],
      runtimeRepositories: ["https://packages.acme.example.com/apk"],
      runtimeKeyring: [{ name: "acme.rsa.pub", content: pem("PUBLIC KEY") }],
    },
    environment: { TZ: "Europe/Berlin", PIP_INDEX_URL: "https://packages.acme.example.com/pypi" },
    annotations: { "com.example.acme.team": "payments" },
    accounts: {
      runAs: "app",
      users: [{ username: "app", uid: 10001, gid: 10001, homeDir: "/home/app", shell: "/bin/sh" }],
      groups: [{ groupname: "app", gid: 10001, members: ["app"] }],
    },
    certificates: {
      additional: [{ name: "acme-root.pem", content: pem("CERTIFICATE") }],
      providers: ["ca-certificates"],
    },
  },
});

// 15: pull tokens, the job that makes others, and the job that removes the old ones.
const cluster = new platform.PullToken("cluster", { parentUid, lifetimeDays: 30, rotate: "2026-11" });
const builds = new platform.PullToken("builds", {
  parentUid,
  roles: ["registry.pull", "libraries.java.pull", "libraries.python.pull"],
  lifetimeDays: 180,
});
const cleans = new platform.Role("cleans-tokens", {
  parentUid,
  capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_IAM_IDENTITY_LIST", "CAP_IAM_IDENTITY_DELETE"],
});
const jobs = {
  rotator: platform.getRoleOutput({ name: "registry.pull_token_creator" }).uid,
  cleaner: cleans.id,
};
for (const [job, roleUid] of Object.entries(jobs))
  new platform.CiIdentity(`token-${job}`, {
    parentUid,
    issuer: "https://oidc.cluster.acme.example.com",
    subject: platform.kubernetesServiceAccountSubject({ namespace: "tokens", name: job }),
    roles: [{ roleUid, name: job }],
  });

// 16: events go to a chat, by the bridge that signs them, and to a queue.
const bridge = new OtherCloud("bridge", {
  first: "https://chat-bridge.acme.example.com/hooks/B0001",
  second: "https://queue.acme.example.com/topics/platform-events:publish?key=q1",
});
new platform.Subscription("to-chat", { parentUid, sink: bridge.first });
new platform.Subscription("to-queue", { parentUid: images.id, sink: bridge.second });

// 17: the accounts in which the platform acts, and the installations of its apps.
const clouds = new platform.Group("clouds", { parentUid });
const syncer = new platform.Identity("catalog-syncer", {
  parentUid: clouds.id,
  servicePrincipal: "SERVICE_PRINCIPAL_CATALOG_SYNCER",
});
new platform.AccountAssociation("accounts", {
  parentUid: clouds.id,
  amazon: { account: "123456789012" },
  google: { projectId: "acme-images", projectNumber: "104857600001" },
  azure: {
    tenantId: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    clientIds: { SYNCER: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" },
  },
  github: {
    appInstallations: {
      "4711": { installations: [{ installationId: "9007199254740993", name: "acme" }, { installationId: "42" }] },
    },
  },
  vendor: { serviceBindings: { CATALOG_SYNCER: syncer.id } },
});

export const logins = [cluster.dockerConfigJson, builds.dockerConfigJson];
