/**
 * Ends the process with one sentence on a Node.js older than package.json demands. Entry points import this file first, so it
 * uses only what every Node.js understands.
 */
import { existsSync, readFileSync } from 'node:fs';

// The second is the path from the build, which holds a copy of this file.
const manifests = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
const { engines } = JSON.parse(
  readFileSync(
    manifests.find((url) => existsSync(url)),
    'utf8',
  ),
);
const [major, minor] = engines.node.match(/\d+/g).map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Ready Room needs Node.js ${major}.${minor} or newer, and this is ${process.versions.node}. Install a newer Node.js from https://nodejs.org, then try again.`,
  );
  process.exit(1);
}
