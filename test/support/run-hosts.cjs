const { AsyncLocalStorage } = require("node:async_hooks");
const { fork } = require("node:child_process");
const { realpathSync } = require("node:fs");
const { createRequire } = require("node:module");
const { createServer } = require("node:net");

/**
 * Runs Pulumi's provider host (`@pulumi/pulumi/cmd/dynamic-provider`) for many commands in one process, because the SDK takes most of
 * a command's time to load. A client sends NUL-terminated texts: the folder, the host's script, its arguments, an empty text, the
 * environment (`NAME=value`), an empty text. It gets the host's lines, after "1" (stdout) or "2" (stderr). Its end ends the host.
 *
 * Each host has the state of a new process: the script and this package are evaluated anew, with that folder, environment and arguments;
 * exit, output, handlers, timers and servers are its own. One at a time: to others the answer is "next" and the port of another process
 * like this one. If the environment has variables that Node reads at its start, the answer is "busy", and the client starts a process.
 */
let current;

/** The port of the next process, once one was needed. */
let next;
const own = { cwd: process.cwd(), env: { ...process.env } };

function nextPort() {
  next ??= new Promise((resolve) => {
    const child = fork(__filename, [], { ...own, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.once("message", resolve);
  });
  return next;
}
const hosts = new AsyncLocalStorage();
const events = ["uncaughtException", "unhandledRejection", "SIGINT", "SIGTERM", "exit"];

class Host {
  #isOpen = true;
  #rest = { 1: "", 2: "" };
  #own = Object.fromEntries(events.map((event) => [event, process.rawListeners(event)]));
  #error = console.error;
  timers = [];
  servers = [];

  constructor(socket) {
    this.socket = socket;
    const end = () => this.end();
    // The client may be killed at any time; "close" follows an error.
    socket
      .on("error", () => {})
      .on("end", end)
      .on("close", end);
  }

  start([directory, script, ...args], environment) {
    process.chdir(directory);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment);
    process.argv = [process.execPath, script, ...args];
    for (const file of Object.keys(require.cache)) if (isOfHost(file)) delete require.cache[file];
    module.children = [];
    // The SDK reads the project's name from the environment when it makes this.
    delete globalThis.globalStore;
    isolate(createRequire(realpathSync(script))("@grpc/grpc-js"));
    require(script);
  }

  print(stream, text) {
    const lines = (this.#rest[stream] + text).split("\n");
    this.#rest[stream] = lines.pop();
    if (this.#isOpen) for (const line of lines) this.socket.write(`${stream}${line}\n`);
  }

  end() {
    if (!this.#isOpen) return;
    for (const stream of [1, 2]) if (this.#rest[stream] !== "") this.print(stream, "\n");
    this.#isOpen = false;
    this.socket.end();
    for (const server of this.servers) server.forceShutdown();
    for (const timer of this.timers) clearInterval(timer);
    for (const event of events) {
      for (const listener of process.rawListeners(event)) {
        if (this.#own[event].includes(listener)) continue;
        process.off(event, listener);
        // What it does when the engine ends it, it does now.
        if (event === "SIGINT" || event === "exit") listener.call(process, event === "exit" ? 0 : event);
      }
    }
    console.error = this.#error;
    current = undefined;
  }
}

const isOfHost = (file) =>
  file.includes("/cmd/dynamic-provider/") || (!/node_modules\/(?!pulumi-platform\/)/.test(file) && file !== __filename);

/** The copies of gRPC whose servers call the methods of a host as that host: HTTP/2 loses the async context. */
const known = new WeakSet();

function isolate({ Server }) {
  if (known.has(Server)) return;
  known.add(Server);
  const { addService } = Server.prototype;
  Server.prototype.addService = function (service, methods) {
    const host = hosts.getStore();
    host.servers.push(this);
    const get = (target, name) =>
      typeof target[name] === "function" ? (...args) => hosts.run(host, () => target[name](...args)) : target[name];
    return addService.call(this, service, new Proxy(methods, { get }));
  };
}

for (const [stream, name] of Object.entries({ 1: "stdout", 2: "stderr" })) {
  process[name].write = (text) => {
    // An error that nobody caught has lost its host.
    (hosts.getStore() ?? current)?.print(stream, String(text));
    return true;
  };
}

const { exit } = process;
process.exit = () => hosts.getStore()?.end();

const { setInterval } = globalThis;
globalThis.setInterval = (...args) => {
  const timer = setInterval(...args);
  hosts.getStore()?.timers.push(timer);
  return timer;
};

/** The command and the environment of a request that has arrived as a whole. */
function parse(request) {
  const [command, environment] = request.split("\0\0").map((part) => part.split("\0"));
  const entries = environment.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]);
  return { command, environment: Object.fromEntries(entries) };
}

const server = createServer((socket) => {
  let request = "";
  const take = async (text) => {
    request += text;
    // A gRPC client may still look here for the host that had this port.
    if (!request.startsWith("/")) return socket.destroy();
    if (request.split("\0\0").length < 3) return;
    socket.off("data", take).resume();
    const { command, environment } = parse(request);
    const needsProcess = Object.keys(environment).some((name) => /^NODE_(?!OPTIONS$)/.test(name));
    if (needsProcess) return socket.end("busy\n");
    if (current !== undefined) return socket.end(`next ${await nextPort()}\n`);
    current = new Host(socket);
    hosts.run(current, () => current.start(command, environment));
  };
  socket.setEncoding("utf8").on("data", take);
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => exit(0));
