const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { disableAsyncStorages } = require('./async-storages.cjs');

/** The environment of specs that run in the context of the worker; see jest-runtime.cjs. Restores what a spec may change in it. */
module.exports = class {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    // Jest offers an older implementation too, which is not used here.
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.before = { console: globalThis.console, env: { ...process.env } };
  }

  async setup() {}

  async teardown() {
    disableAsyncStorages();
    this.fakeTimersModern.dispose();
    globalThis.console = this.before.console;
    for (const name of Object.keys(process.env)) if (!(name in this.before.env)) delete process.env[name];
    Object.assign(process.env, this.before.env);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.global;
  }
};
