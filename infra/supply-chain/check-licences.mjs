/** `npm run check:licences`: every package that leaves the house is under a licence that lets it. */
import { join } from 'node:path';
import { nameOf } from './lock-file.mjs';
import { shippedPackages } from './shipped-packages.mjs';

const root = process.argv[2] ?? join(import.meta.dirname, '..', '..');

/** They ask for no more than their notice, which the web carries (third-party-notices.md) and the server's folders hold. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** What the lock file does not know, read by a person: the licence of just this version. */
const READ_BY_HAND = {
  'passport-strategy@1.0.0': 'MIT', // LICENSE; package.json has the old form `licenses`
  'pause@0.0.1': 'MIT', // Readme.md
  'xmlhttprequest-ssl@2.1.2': 'MIT', // LICENSE; comes into no browser, socket.io-client needs it in Node
};

const { packages, server, web } = shippedPackages(root);
const refused = [...new Set([...server, ...web])].flatMap((folder) => {
  const { version, license } = packages[folder];
  const id = `${nameOf(packages, folder)}@${version}`;
  const licence = license ?? READ_BY_HAND[id];
  return isAllowed(licence) ? [] : [`${id}: ${licence ?? 'names no licence'}`];
});
if (refused.length > 0) {
  console.error(`These packages would leave the house under a licence nobody has allowed:\n  ${refused.join('\n  ')}`);
  process.exitCode = 1;
}

/** SPDX expressions as packages write them: `(MIT OR CC0-1.0)`, `Apache-2.0 AND MIT`; anything else is read as one odd name. */
function isAllowed(expression = '') {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  return ALLOWED.has(bare);
}
