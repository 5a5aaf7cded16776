const { AsyncLocalStorage } = require('node:async_hooks');

/** Storages in use since the last call of {@link disableAsyncStorages}. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Disables the storages of a finished spec. Each spec file loads a Jest runner with a storage of its own. Node.js copies the value of every
 * enabled storage to every promise, so the hundredth spec of a worker would be much slower than the first one.
 */
exports.disableAsyncStorages = () => {
  for (const storage of used) storage.disable();
  used.clear();
};
