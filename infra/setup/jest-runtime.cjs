const { statSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const { relative } = require('node:path');
const { compileFunction, constants, SyntheticModule } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Packages that this worker has imported, by name: a promise of each module. */
const packages = new Map();
/** The runtime with the modules that the specs of this worker share. */
let library;

/**
 * Imports packages through Node.js, once for each worker.
 *
 * Everything runs in the context of the worker. With a separate context for each spec, `instanceof` would fail between a spec and
 * a module that it shares with others.
 */
class PackagesRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { esmLoader, executor } = this;
    const resolveModule = esmLoader.resolveModule.bind(esmLoader);
    esmLoader.resolveModule = (...request) => this.resolve(resolveModule, ...request);
    // With a separate resolver for imports Jest calls resolveModule() on each version of Node.js.
    this._resolution.hasDistinctAsyncResolver = () => true;
    esmLoader.getContext = () => undefined;
    executor.compile = (code, filename) =>
      compileFunction(code, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  async resolve(resolveModule, specifier, from, context) {
    const own = !isPackage(specifier) || (await this.mockState.shouldMockEsmAsync(from, specifier)).shouldMock;
    return own ? resolveModule(specifier, from, context) : importPackage(specifier);
  }
}

/** Loads the modules that specs share. It is never torn down, because these modules import others while they run. */
class Library extends PackagesRuntime {
  createdAt = Date.now();
  queue = Promise.resolve();

  /** Returns the evaluated module. Loads one graph at a time: Jest gives up on a module that another import links for 5 s. */
  load(file) {
    const loaded = this.queue.then(async () =>
      this.esmLoader.linkAndEvaluateModule(await this.esmLoader.loadEsmModule(file)),
    );
    this.queue = loaded.catch(() => {
      // The graph may be linked in part, so the next spec starts anew.
      if (library === this) library = undefined;
    });
    return loaded;
  }

  /** Returns whether all files are unchanged. In watch mode a file changes while the worker runs. */
  isCurrent() {
    const files = [...this.transformCache.getEntries().keys()];
    return files.every((file) => statSync(file, { throwIfNoEntry: false })?.ctimeMs <= this.createdAt);
  }
}

/**
 * Loads the modules of the platform once for each worker, instead of once for each spec. Only the spec itself and helpers in folders
 * named `testing` are loaded anew, so only they may have state. A spec that mocks modules loads all of them anew.
 */
module.exports = class extends PackagesRuntime {
  constructor(...options) {
    super(...options);
    const [config, , , , , , testPath] = options;
    if (this.fileCache.readFile(testPath).includes('unstable_mockModule')) return;
    if (!library?.isCurrent()) library = new Library(...options);
    this.library = library;
    this.root = config.rootDir;
    // Jest resolves lines of stack traces with this map.
    this.transformCache.sourceMaps = library.transformCache.sourceMaps;
  }

  async resolve(resolveModule, specifier, from, context) {
    if (this.library && specifier.startsWith('.')) {
      const file = await this._resolution.resolveEsmAsync(from, specifier);
      if (isShared(relative(this.root, file))) return this.library.load(file);
    }
    return super.resolve(resolveModule, specifier, from, context);
  }
};

/** Neither a spec nor a helper of specs. */
function isShared(file) {
  return !/\.spec\.ts$|\btesting\b/.test(file);
}

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
