/** `npm run check:licences`: checks that every shipped package has an allowed licence. */
import { join } from 'node:path';
import { nameOf } from './lock-file.mjs';
import { shippedPackages } from './shipped-packages.mjs';

const root = process.argv[2] ?? join(import.meta.dirname, '..', '..');

/** Licences that only require their notice. The web includes it (third-party-notices.md), and the server's folders contain it. */
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

/** Licences that the lock file does not contain, verified by hand for exactly this version. */
const READ_BY_HAND = {
  'passport-strategy@1.0.0': 'MIT', // LICENSE; package.json has the old form `licenses`
  'pause@0.0.1': 'MIT', // Readme.md
  'xmlhttprequest-ssl@2.1.2': 'MIT', // LICENSE; not in the browser bundle, socket.io-client needs it in Node.js
};

const { packages, server, web } = shippedPackages(root);
const refused = [...new Set([...server, ...web])].flatMap((folder) => {
  const { version, license } = packages[folder];
  const id = `${nameOf(packages, folder)}@${version}`;
  const licence = license ?? READ_BY_HAND[id];
  return isAllowed(licence) ? [] : [`${id}: ${licence ?? 'has no licence'}`];
});
if (refused.length > 0) {
  console.error(`These packages would ship with a licence that is not allowed:\n  ${refused.join('\n  ')}`);
  process.exitCode = 1;
}

/** Evaluates SPDX expressions of packages: `(MIT OR CC0-1.0)`, `Apache-2.0 AND MIT`. Other texts count as one unknown licence. */
function isAllowed(expression = '') {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  return ALLOWED.has(bare);
}
