/**
 * `npm run check:ages [-- NAME…]`: lists locked versions that were published less than seven days ago. Stolen packages are usually
 * discovered within that time. Checks the versions that the lock file of seven days ago does not have, or the given names. Read the code
 * of a younger version before you use it.
 */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../setup/npm.mjs';
import { nameOf, readLockFile } from './lock-file.mjs';

const DAYS = 7;
const AT_ONCE = 4;
const root = join(import.meta.dirname, '..', '..');
const names = process.argv.slice(2);

const asked = versionsToAsk();
console.log(`Asking the registry about ${asked.length} of the locked versions`);
const young = [];
for (let left = asked; left.length > 0; left = left.slice(AT_ONCE)) {
  const ages = await Promise.all(left.slice(0, AT_ONCE).map(ageOf));
  young.push(...ages.filter(({ days }) => days < DAYS));
}
for (const { id, days } of young) console.log(`${id} is ${days.toFixed(1)} days old`);
if (young.length === 0) console.log(`None is younger than ${DAYS} days`);
process.exitCode = young.length === 0 ? 0 : 1;

function versionsToAsk() {
  const locked = versionsIn(readLockFile(root));
  const unknown = names.filter((asked) => !locked.some(({ name }) => name === asked));
  if (unknown.length > 0) throw new Error(`Not in the lock file: ${unknown.join(', ')}.`);
  if (names.length > 0) return locked.filter(({ name }) => names.includes(name));
  const known = new Set(versionsIn(packagesBefore()).map(({ id }) => id));
  return locked.filter(({ id }) => !known.has(id));
}

function versionsIn(packages) {
  const versions = Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, { version }]) => ({ name: nameOf(packages, folder), version }))
    .map(({ name, version }) => ({ id: `${name}@${version}`, name, version }));
  return [...new Map(versions.map((version) => [version.id, version])).values()];
}

/** Returns the lock file as committed seven days ago; without one, nothing is known. */
function packagesBefore() {
  const before = git('rev-list', '-1', `--before=${DAYS} days ago`, 'HEAD').trim();
  const text = before && git('show', `${before}:package-lock.json`);
  return text ? JSON.parse(text).packages : {};
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 });
  return status === 0 ? stdout : '';
}

async function ageOf({ id, name, version }) {
  const [program, ...first] = npm();
  const args = [...first, 'view', name, 'time', '--json', '--loglevel=error'];
  const { stdout } = await promisify(execFile)(program, args, { cwd: root, maxBuffer: 2 ** 27 });
  const published = JSON.parse(stdout)[version];
  if (!published) throw new Error(`The registry does not know when ${id} was published.`);
  return { id, days: (Date.now() - Date.parse(published)) / 86_400_000 };
}
