const { constants, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Compiled modules of this worker, by file. */
const scripts = new Map();

/** Compiles each module once for each worker, instead of once for each spec. Every spec still runs it in its own window. */
module.exports = class extends Runtime {
  constructor(...options) {
    super(...options);
    const { _environment: environment, executor } = this;
    const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    executor.compile = (code, filename) => {
      const context = environment.getVmContext();
      return context === null ? null : compiled(head, code, filename).runInContext(context);
    };
  }
};

function compiled(head, code, filename) {
  const cached = scripts.get(filename);
  // In watch mode a file changes while the worker runs.
  if (cached?.code === code) return cached.script;
  const script = new Script(`${head}${code}\n})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  scripts.set(filename, { code, script });
  return script;
}
