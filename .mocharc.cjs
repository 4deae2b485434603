// mocha adds the files of the command line to those of `spec`: with a file named there, that file alone is meant.
const isIgnored = (option) => option === "--ignore" || option === "--exclude";
const namesFiles = process.argv.some(
  (text, at, all) => /\.(test|browser|language)\.ts$/.test(text) && !isIgnored(all[at - 1]),
);

module.exports = {
  require: ["./tools/typescript.cjs", "./tools/test-costs.cjs", "./tools/test-package.cjs"],
  ...(namesFiles ? {} : { spec: ["test/**/*.test.ts"] }),
  timeout: 60_000,
  forbidOnly: true,
};
