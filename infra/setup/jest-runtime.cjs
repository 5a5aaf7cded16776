const { isBuiltin } = require('node:module');
const { compileFunction, constants, SyntheticModule } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Packages that this worker has imported, by name: a promise of each module. */
const packages = new Map();

/**
 * Imports packages through Node.js, once for each worker, instead of once for each spec. Loading them was half of what a spec
 * costs that starts the platform. The project's own modules are still loaded anew for each spec, so their state is not shared.
 *
 * Everything runs in the context of the worker. With a separate context for each spec, `instanceof` would fail between a spec and
 * a package.
 */
module.exports = class extends Runtime {
  constructor(...options) {
    super(...options);
    const { esmLoader, executor, mockState } = this;
    const resolveModule = esmLoader.resolveModule.bind(esmLoader);
    esmLoader.resolveModule = async (specifier, from, context) => {
      const own = !isPackage(specifier) || (await mockState.shouldMockEsmAsync(from, specifier)).shouldMock;
      return own ? resolveModule(specifier, from, context) : importPackage(specifier);
    };
    // With a separate resolver for imports Jest calls resolveModule() on each version of Node.js.
    this._resolution.hasDistinctAsyncResolver = () => true;
    esmLoader.getContext = () => undefined;
    executor.compile = (code, filename) =>
      compileFunction(code, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }
};

/** Neither a file nor a module of Node.js or Jest. */
function isPackage(specifier) {
  return /^[^./]/.test(specifier) && !/^\w+:/.test(specifier) && specifier !== '@jest/globals' && !isBuiltin(specifier);
}

function importPackage(name) {
  if (!packages.has(name)) packages.set(name, wrap(name));
  return packages.get(name);
}

async function wrap(name) {
  const exported = await import(name);
  const names = Object.keys(exported);
  const setExports = function () {
    for (const each of names) this.setExport(each, exported[each]);
  };
  const module = new SyntheticModule(names, setExports, { identifier: name });
  // Newer versions of Node.js link it themselves.
  if (module.status === 'unlinked') await module.link(() => undefined);
  await module.evaluate();
  return module;
}
