import assert from "node:assert/strict";
import { credentials, Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceResponse, SetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb";
import { LanguageRuntimeClient } from "@pulumi/pulumi/proto/language_grpc_pb";
import { RunRequest } from "@pulumi/pulumi/proto/language_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { RegisterResourceResponse, SupportsFeatureResponse } from "@pulumi/pulumi/proto/resource_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { startHost } from "../support/host";
import { Resident } from "../support/resident";
import { createWorkspace, writeFiles } from "../support/workspace";

describe("the process of the tests that runs provider hosts", () => {
  /** What a host sees: its process, a variable, and what an earlier host may have left in a module of this package. */
  const probe =
    'exports.handler=()=>{const own=require("pulumi-platform/provider"),left=own.left??"nothing";own.left="something";' +
    'return {read:async()=>({id:"a",props:{pid:process.pid,variable:process.env.TESTS_PROBE??"",left}})}}';

  it("runs each one like the first, with its own environment and modules", async () => {
    const seen: unknown[] = [];
    for (const environment of [{ TESTS_PROBE: "1" }, {}]) {
      const host = await startHost({ environment });
      seen.push((await host.read("a", { __provider: probe })).properties);
      await host.close();
      assert.equal(host.stderr(), "");
    }
    const [first, second] = seen as { pid: number }[];
    assert.deepEqual(first, { pid: first?.pid, variable: "1", left: "nothing", __provider: probe });
    assert.deepEqual(second, { ...first, variable: "" });
    assert.notEqual(first?.pid, process.pid);
  });

  it("runs two at the same time in two processes", async () => {
    const hosts = [await startHost(), await startHost()];
    const pids = await Promise.all(
      hosts.map(async (host) => (await host.read("a", { __provider: probe })).properties.pid),
    );
    for (const host of hosts) await host.close();
    assert.equal(new Set(pids).size, 2);
  });
});

/** An engine that takes the resources of one program. */
async function startMonitor(port: number): Promise<{ port: number; registered: string[]; stop(): void }> {
  const registered: string[] = [];
  const server = new Server();
  const answer = (reply: object) => (_: unknown, done: (error: null, reply: object) => void) => done(null, reply);
  const monitor: UntypedServiceImplementation = {
    supportsFeature: answer(new SupportsFeatureResponse()),
    registerResource: (
      call: { request: { getType(): string } },
      done: (error: null, reply: RegisterResourceResponse) => void,
    ) => {
      registered.push(call.request.getType());
      done(null, new RegisterResourceResponse().setUrn("urn:pulumi:test::test::pulumi:pulumi:Stack::test-test"));
    },
    registerResourceOutputs: answer(new Empty()),
    signalAndWaitForShutdown: answer(new Empty()),
  };
  server.addService(ResourceMonitorService, monitor);
  server.addService(EngineService, {
    log: answer(new Empty()),
    getRootResource: answer(new GetRootResourceResponse()),
    setRootResource: answer(new SetRootResourceResponse()),
  });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error === null ? resolve(at) : reject(error),
    );
  });
  return { port: bound, registered, stop: () => server.forceShutdown() };
}

describe("the process of the tests that runs programs @all", () => {
  it("reaches the engine of a command that has the port of an earlier, killed one", async () => {
    const workspace = createWorkspace();
    writeFiles(workspace.directory, {
      "package.json": { name: "test", main: "index.js" },
      "index.js": "",
      ".pulumi-test/environment.json": {},
    });
    const programs = new Resident("run-programs.cjs");
    const client = new LanguageRuntimeClient(`127.0.0.1:${await programs.port()}`, credentials.createInsecure());
    const run = (port: number) => {
      const engine = `127.0.0.1:${port}`;
      const request = new RunRequest().setProject("test").setStack("test").setPwd(workspace.directory);
      request.setMonitorAddress(engine).setArgsList([engine]);
      return new Promise<string>((resolve) => {
        client.run(request, (failed, reply) => resolve(failed?.message ?? reply.getError()));
      });
    };
    try {
      const killed = await startMonitor(0);
      await run(killed.port);
      killed.stop();
      // The program of a killed engine still calls it, in vain.
      await run(killed.port);
      const engine = await startMonitor(killed.port);
      assert.equal(await run(engine.port), "");
      assert.deepEqual(engine.registered, ["pulumi:pulumi:Stack"]);
      engine.stop();
    } finally {
      client.close();
      programs.release();
      workspace.remove();
    }
  });
});
