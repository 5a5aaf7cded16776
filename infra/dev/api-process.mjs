import { fork } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFile } from '@swc/core';
import { watch } from 'chokidar';

/** Separate from the build, whose stamp must remain true. */
const OUT = 'dist/dev';
const ENTRY = 'infra/dev/api.ts';
const TESTS = /\.spec\.ts$|(^|\/)testing(\/|$)/;
const SOURCE = /\.(ts|mjs|json)$/;
/** Saving all open files or switching branches causes many changes within this time, and one restart. */
const SETTLED_MS = 30;
const ENDS_WITHIN_MS = 15_000;
/** The compiler options of TypeScript and jest, so that Nest finds the same metadata. */
const COMPILER = {
  swcrc: false,
  configFile: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'es6' },
};

/** Compiles the API file by file and restarts it after every change. Prints an error and retries at the next change. */
export class ApiProcess {
  #root;
  #environment;
  #print;
  #child;
  /** The next child process, which has loaded the packages. */
  #spare;
  #watcher;
  #changed = new Set();
  #working = Promise.resolve();
  #timer;
  #isStopping = false;

  /** @param print prints a text of one or more lines */
  constructor({ root, environment, print }) {
    this.#root = root;
    this.#environment = environment;
    this.#print = print;
  }

  async start() {
    await rm(join(this.#root, OUT), { recursive: true, force: true });
    const names = await readdir(join(this.#root, 'api'), { recursive: true });
    for (const path of [ENTRY, ...names.map((name) => join('api', name))].filter(isSource)) this.#changed.add(path);
    this.#watcher = watch('api', { cwd: this.#root, ignored: (path) => TESTS.test(path), ignoreInitial: true });
    this.#watcher.on('all', (_, path) => this.#note(path));
    await once(this.#watcher, 'ready');
    this.#schedule();
  }

  /** Ends the API and its PostgreSQL. */
  async stop() {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#watcher?.close();
    await this.#working;
    this.#spare?.kill('SIGKILL');
    await this.#end((child) => child.kill('SIGTERM'));
  }

  #note(path) {
    if (!isSource(path)) return;
    this.#changed.add(path);
    this.#schedule();
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#working = this.#working.then(() => this.#restart());
    }, SETTLED_MS);
  }

  async #restart() {
    if (this.#changed.size === 0 || this.#isStopping) return;
    const since = performance.now();
    const results = await Promise.all([...this.#changed].map((path) => this.#compile(path)));
    if (results.includes(false)) return;
    const next = this.#spare?.connected ? this.#spare : this.#fork();
    this.#spare = undefined;
    send(next, 'load');
    await this.#end((child) => send(child, 'end'));
    // Also while stopping: the ended process has left PostgreSQL running, and only the next one stops it.
    this.#run(next, since);
  }

  /** @returns false when the file has an error; the next change of any file compiles it again */
  async #compile(path) {
    const [from, to] = [join(this.#root, path), join(this.#root, OUT, path)];
    try {
      await mkdir(dirname(to), { recursive: true });
      if (!path.endsWith('.ts')) await copyFile(from, to);
      else await writeFile(to.replace(/\.ts$/, '.js'), (await transformFile(from, COMPILER)).code);
    } catch (error) {
      if (error.code !== 'ENOENT') {
        this.#print(`${path} does not compile:\n${error.message.trim()}`);
        return false;
      }
      await rm(to.replace(/\.ts$/, '.js'), { force: true });
    }
    this.#changed.delete(path);
    return true;
  }

  #fork() {
    return fork(join(this.#root, OUT, ENTRY.replace(/\.ts$/, '.js')), {
      cwd: this.#root,
      env: this.#environment,
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  }

  #run(child, since) {
    this.#child = child;
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', this.#print);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('ready ')) return;
      this.#print(`started in ${((performance.now() - since) / 1_000).toFixed(1)} s`);
      this.#spare ??= this.#fork();
    });
    const noteExit = () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#print(`ended (${child.signalCode ?? child.exitCode}), and starts again after the next change`);
    };
    child.once('exit', noteExit);
    if (!child.connected) noteExit();
    else send(child, 'start');
  }

  async #end(ask) {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const exit = once(child, 'exit');
    ask(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
    await exit;
    clearTimeout(timer);
  }
}

/** A child that has just exited is detected by its exit event. */
const send = (child, message) => child.send(message, () => undefined);

const isSource = (path) => SOURCE.test(path) && !TESTS.test(path);
