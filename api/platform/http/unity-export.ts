import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { UnityBuildSettings } from '../../config-settings.js';
import { PACKAGE_ROOT } from '../ops/package-info.js';
import { type BuildPart, type IndexPage, parseIndexPage } from './unity-index-page.js';

/** The files of a build as Unity exported them, and the values of its index.html. */
export interface ExportedBuild {
  /** Prefix of the loader's file name. */
  readonly name: string;
  /** Paths relative to the folder, with slashes. */
  readonly files: Readonly<Record<RequiredPart, string> & Record<OptionalPart, string | null>>;
  readonly page: IndexPage;
}

/** Thrown for a folder without a usable build. The message is shown to the operator. */
export class UnusableBuild extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnusableBuild';
  }
}

const ENDINGS = {
  loader: '.loader.js',
  data: '.data',
  framework: '.framework.js',
  code: '.wasm',
  symbols: '.symbols.json',
  worker: '.worker.js',
} as const satisfies Record<BuildPart, string>;
const REQUIRED = ['loader', 'data', 'framework', 'code'] as const;
type RequiredPart = (typeof REQUIRED)[number];
type OptionalPart = Exclude<BuildPart, RequiredPart>;

/** Compressed forms of a file by preference, the smallest form that browsers unpack first. */
const PACKED_ENDINGS = ['.br', '.gz', '', '.unityweb'] as const;
const COPY = /\.(?:br|gz)$/;
const TRAINING_BUILD = join(PACKAGE_ROOT, 'dist', 'web', 'unitybuild');
/** Largest number of file names in a message. */
const NAMED_FILES = 8;

/** True for the build that ships with the platform, false for a build of the operator. */
export const isTrainingBuild = ({ folder }: UnityBuildSettings): boolean => folder === undefined;

/** Returns the folder that is served at /unitybuild/: the configured folder, or that of the training build. */
export const unityBuildFolder = ({ folder }: UnityBuildSettings): string => folder ?? TRAINING_BUILD;

/**
 * Finds the files of the build: those that index.html names, otherwise by their endings.
 * @throws UnusableBuild with the found files, the missing files and the remedy
 */
export async function findBuild(settings: UnityBuildSettings): Promise<ExportedBuild> {
  const folder = unityBuildFolder(settings);
  const subject = settings.folder === undefined ? `The training build (${folder})` : `UNITY_BUILD_DIR (${folder})`;
  const names = await namesIn(folder);
  if (!names) {
    const remedy =
      settings.folder === undefined ? 'build it with npm start' : 'set it to the folder that Unity exported';
    throw new UnusableBuild(`${subject} is not a folder that can be read: ${remedy}.`);
  }
  const page = parseIndexPage(names.includes('index.html') ? await readFile(join(folder, 'index.html'), 'utf8') : '');
  const { directory, entries } = await findDirectory(folder, names, page);
  await refuseOldBuild(subject, join(folder, directory), entries);
  // The training build names its plain files. Their compressed copies are sent in their place.
  const named = isTrainingBuild(settings) ? entries.filter((entry) => !COPY.test(entry)) : entries;
  const choose = chooserOf(named, page, settings.name, subject);
  const paths = Object.fromEntries(
    (Object.keys(ENDINGS) as BuildPart[]).map((part) => {
      const file = choose(part);
      return [part, file && posix.join(directory, file)];
    }),
  ) as Record<BuildPart, string | null>;
  const missing = REQUIRED.filter((part) => paths[part] === null);
  if (missing.length > 0) throw new UnusableBuild(incomplete(subject, directory, entries, missing));
  const files = paths as ExportedBuild['files'];
  return { name: prefixOf('loader', posix.basename(files.loader)) ?? files.loader, files, page };
}

/** Returns the names of a folder's entries without hidden ones; null when it cannot be read as a folder. */
async function namesIn(folder: string): Promise<string[] | null> {
  const names = await readdir(folder).catch(() => null);
  return names && names.filter((name) => !name.startsWith('.')).toSorted();
}

interface BuildDirectory {
  /** Relative to the folder; '' is the folder itself. */
  directory: string;
  entries: string[];
}

/** Returns the folder with the build's files: the one that index.html names, `Build`, or the folder itself. */
async function findDirectory(folder: string, names: string[], { files }: IndexPage): Promise<BuildDirectory> {
  const named = files.loader ?? files.data;
  const candidates = [...(named ? [posix.dirname(named)] : []), 'Build'].filter((path) => isInside(path));
  for (const directory of candidates) {
    const entries = await namesIn(join(folder, directory));
    if (entries?.some(isOfBuild)) return { directory, entries };
  }
  return { directory: '', entries: names };
}

const isInside = (path: string): boolean => !posix.isAbsolute(path) && path !== '.' && !path.startsWith('..');
const isOfBuild = (entry: string): boolean =>
  partsOf(entry).length > 0 || isOldLoader(entry) || entry.endsWith('.json');
const isOldLoader = (entry: string): boolean => entry.startsWith('UnityLoader') && entry.endsWith('.js');

/** Rejects builds of Unity 2019 and older, which load with UnityLoader.js and describe the build in `<name>.json`. */
async function refuseOldBuild(subject: string, directory: string, entries: string[]): Promise<void> {
  if (entries.some((entry) => partsOf(entry).includes('loader'))) return;
  const loader = entries.find(isOldLoader) ?? (await findOldDescription(directory, entries));
  if (!loader) return;
  throw new UnusableBuild(
    `${subject} contains a build of Unity 2019 or older (found ${loader}): export the project again with Unity 2020 or newer.`,
  );
}

async function findOldDescription(directory: string, entries: string[]): Promise<string | undefined> {
  for (const entry of entries.filter((name) => name.endsWith('.json'))) {
    const text = await readFile(join(directory, entry), 'utf8').catch(() => '');
    if (text.includes('"wasmCodeUrl"') || text.includes('"asmCodeUrl"')) return entry;
  }
  return undefined;
}

/**
 * Returns a function that returns the file name of a part, or null when it is missing. Several loaders mean several builds,
 * whose files share the prefix of their loader. A single loader uses the only file of each kind, because names that are hashes
 * share no prefix.
 * @throws UnusableBuild when several files match
 */
function chooserOf(entries: string[], page: IndexPage, name: string | undefined, subject: string) {
  const named = (part: BuildPart): string | undefined => {
    const file = posix.basename(page.files[part] ?? '');
    return [file, decoded(file)].find((candidate) => entries.includes(candidate));
  };
  const loaders = candidatesOf('loader', entries);
  const isSeveral = loaders.size > 1;
  const loader = isSeveral
    ? ((name === undefined ? named('loader') : loaders.get(name)) ?? several(subject, name, [...loaders.keys()]))
    : [...loaders.values()][0];
  const prefix = loader && prefixOf('loader', loader);
  const isOfPage = !isSeveral || loader === named('loader');
  return (part: BuildPart): string | null => {
    if (part === 'loader') return loader ?? null;
    const listed = isOfPage ? named(part) : undefined;
    if (listed !== undefined) return listed;
    const candidates = candidatesOf(part, entries);
    const [only] = candidates.values();
    const matching = candidates.get(prefix ?? '');
    if (isSeveral) return matching ?? null;
    if (candidates.size <= 1) return only ?? null;
    return matching ?? candidates.get(name ?? '') ?? several(subject, name, [...candidates.keys()]);
  };
}

function several(subject: string, name: string | undefined, found: string[]): never {
  const choice = name === undefined ? '' : `, and none is called ${name}`;
  throw new UnusableBuild(
    `${subject} contains several builds (${found.join(', ')})${choice}: set UNITY_BUILD_NAME to one of these names.`,
  );
}

/** Returns the file names of a part by their prefix. */
function candidatesOf(part: BuildPart, entries: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const packed of PACKED_ENDINGS) {
    const ending = ENDINGS[part] + packed;
    for (const entry of entries) {
      const prefix = entry.slice(0, -ending.length);
      if (entry.endsWith(ending) && prefix && !found.has(prefix)) found.set(prefix, entry);
    }
  }
  return found;
}

const partsOf = (entry: string): BuildPart[] =>
  (Object.keys(ENDINGS) as BuildPart[]).filter((part) => prefixOf(part, entry) !== undefined);

const prefixOf = (part: BuildPart, entry: string): string | undefined =>
  candidatesOf(part, [entry]).keys().next().value;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function incomplete(subject: string, directory: string, entries: string[], missing: readonly RequiredPart[]): string {
  const found = entries.slice(0, NAMED_FILES).join(', ') + (entries.length > NAMED_FILES ? ', …' : '');
  const place = directory === '' ? subject : `${subject}, folder ${directory},`;
  const isEmpty = missing.length === REQUIRED.length;
  return (
    `${place} contains ${isEmpty ? 'no Unity build' : 'an incomplete build'}: found ${found || 'nothing'}; ` +
    `missing ${missing.map((part) => `*${ENDINGS[part]}`).join(', ')}. ` +
    (isEmpty
      ? 'Set UNITY_BUILD_DIR to the whole folder that Unity exported, with index.html and Build.'
      : 'Copy the whole folder that Unity exported again.')
  );
}
