const { readFileSync } = require("node:fs");
const { join, sep } = require("node:path");
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { LanguageServer } = require("@pulumi/pulumi/automation/server");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const { grpcChannelOptions, grpcClientOptions } = require("@pulumi/pulumi/runtime/settings");

// The engine of a command may get a port that an earlier one had. The connection that gRPC keeps for that port is broken
// then, and the SDK takes that for the end of the engine: the program would declare nothing, and say that it succeeded.
for (const options of [grpcChannelOptions, grpcClientOptions]) options["grpc.use_local_subchannel_pool"] = 1;

/**
 * A language host that runs the programs of many commands in one process, as Pulumi's Automation API does (`--client`), so
 * that the SDK starts once. It loads the program and the package that are installed where the command runs. One program at
 * a time, because an uncaught error is reported to all running programs.
 */
const server = new Server();
const methods = Object.getOwnPropertyNames(LanguageServer.prototype).filter((name) => name !== "constructor");
const idle = new LanguageServer(async () => ({}));
const service = Object.fromEntries(methods.map((name) => [name, idle[name].bind(idle)]));

server.addService(LanguageRuntimeService, {
  ...service,
  run: (call, callback) => new LanguageServer(async () => program(call.request.getPwd())).run(call, callback),
});
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send(port);
});
process.on("disconnect", () => process.exit(0));

/** What the command of the last program had in its environment beside what all have. */
let given = {};

/**
 * The exports of a program. Its own files are loaded again, because a test may have changed them. So is the package when the
 * environment is another one, because the package checks its settings once in a process.
 */
function program(directory) {
  const former = given;
  for (const name of Object.keys(given)) delete process.env[name];
  given = JSON.parse(readFileSync(join(directory, ".pulumi-test/environment.json"), "utf8"));
  Object.assign(process.env, given);
  const isSame = JSON.stringify(given) === JSON.stringify(former);
  const own = `${directory}${sep}`;
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(own) && !(isSame && file.startsWith(join(own, "node_modules")))) delete require.cache[file];
  }
  return require(directory);
}

let compiler;

/** Programs in TypeScript are only transpiled, by a compiler that is loaded once: other tests check their types. */
require.extensions[".ts"] = (module, file) => {
  compiler ??= require("typescript");
  const compilerOptions = { module: compiler.ModuleKind.CommonJS, target: compiler.ScriptTarget.ES2022 };
  module._compile(compiler.transpileModule(readFileSync(file, "utf8"), { compilerOptions }).outputText, file);
};
