const { appendFileSync } = require("node:fs");
const Module = require("node:module");

/**
 * Writes the calls that a provider host gets into the file that TESTS_CALLS names, a line each: `check team`. Load it
 * before gRPC is loaded.
 */
const VERBS = new Set(["check", "diff", "create", "update", "read", "delete"]);
const known = new WeakSet();

const load = Module._load;
Module._load = function loadLogged(request, ...rest) {
  const loaded = load.call(this, request, ...rest);
  if (request === "@grpc/grpc-js" && !known.has(loaded.Server)) {
    known.add(loaded.Server);
    const { addService } = loaded.Server.prototype;
    loaded.Server.prototype.addService = function (service, methods) {
      return addService.call(this, service, new Proxy(methods, { get: logged }));
    };
  }
  return loaded;
};

function logged(methods, verb) {
  if (!VERBS.has(verb)) return methods[verb];
  return (call, done) => {
    // Read at each call, because a process that runs many hosts has the environment of the present one.
    const file = process.env.TESTS_CALLS;
    const urn = call.request.getUrn();
    if (file) appendFileSync(file, `${verb} ${urn.slice(urn.lastIndexOf("::") + 2)}\n`);
    return methods[verb](call, done);
  };
}
