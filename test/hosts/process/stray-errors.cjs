// Makes errors that no call of the plugin has, when the process gets SIGUSR2.
process.on("SIGUSR2", () => {
  void Promise.reject(new SyntaxError('Unexpected token in {"token":"canary-in-a-body"}'));
  setImmediate(() => {
    throw Object.assign(new Error("canary-in-an-exception\n    canary-on-a-line"), { body: "canary-in-a-property" });
  });
});
