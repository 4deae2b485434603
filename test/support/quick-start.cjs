const Module = require("node:module");

/**
 * Loaded first into Pulumi's Node processes by the tests (NODE_OPTIONS): the packages that the SDK needs only to serialize
 * functions and to drive the CLI, TypeScript and npm's tree above all, are two thirds of its start. They are loaded when
 * they are first used, which a program of plain resources never does. The SDK is the installed one, unchanged.
 */
const WHEN_USED = new Set(["typescript", "@npmcli/arborist", "normalize-package-data", "got", "execa", "js-yaml"]);

const load = Module._load;
Module._load = function loadWhenUsed(request, parent, isMain) {
  if (!WHEN_USED.has(request)) return load.call(this, request, parent, isMain);
  let loaded;
  const whole = () => {
    loaded ??= load.call(this, request, parent, isMain);
    return loaded;
  };
  // `__esModule` is what TypeScript's import helpers look at before anything is used.
  const get = (_, name) => (name === "__esModule" ? true : name === "default" ? whole() : whole()[name]);
  return new Proxy({}, { get });
};

// The programs of the tests are JavaScript. The language host registers ts-node all the same, which loads TypeScript.
if (process.env.PULUMI_NODEJS_TYPESCRIPT !== undefined) process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
