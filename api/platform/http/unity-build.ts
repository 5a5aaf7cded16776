import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnityBuildSettings } from '../../config-settings.js';
import type { BuildFile, UnityBuild } from '../../contracts/client-config.contract.js';
import type { BuildPacking } from '../../contracts/system-status.contract.js';
import { bytesOnPage, engineVersionOf, needsSharedMemory, packingOf } from './unity-contents.js';
import { type ExportedBuild, findBuild, unityBuildFolder, UnusableBuild } from './unity-export.js';
import type { BuildPart } from './unity-index-page.js';

/** URL path of the build's folder. */
export const UNITY_BUILD_PATH = '/unitybuild';

const VERSION_LENGTH = 16;

/** A build with the properties derived from the names, sizes and modification times of its files. */
export interface MeasuredBuild extends ExportedBuild {
  /** Changes whenever a file of the build changes. */
  readonly version: string;
  readonly storedBytes: number;
  /** The build's own loader unpacks its files, and runs the framework from a blob. */
  readonly hasFallback: boolean;
}

/** Properties derived from the contents of a build's files. */
export interface BuildContents {
  /** Bytes of each file that the page receives. */
  readonly bytes: ReadonlyMap<BuildPart, number>;
  /** Compression formats of data, framework and code; usually one. */
  readonly packings: readonly BuildPacking[];
  /** Version of Unity; null when the beginning of the data file does not contain it. */
  readonly engineVersion: string | null;
  /** The WebAssembly module imports shared memory. */
  readonly needsIsolation: boolean;
}

/** A build that can be served. */
export type ServedBuild = MeasuredBuild & BuildContents;

/** Finds the build in its folder. @throws UnusableBuild */
export async function measureBuild(settings: UnityBuildSettings): Promise<MeasuredBuild> {
  const found = await findBuild(settings);
  const hash = createHash('sha256');
  let storedBytes = 0;
  for (const path of pathsOf(found).values()) {
    const { size, mtimeMs } = await stat(join(unityBuildFolder(settings), path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
    storedBytes += size;
  }
  const hasFallback = [found.files.framework, found.files.code].some((path) => path.endsWith('.unityweb'));
  return { ...found, version: hash.digest('base64url').slice(0, VERSION_LENGTH), storedBytes, hasFallback };
}

interface ReadBuild {
  readonly version: string;
  readonly read: Promise<BuildContents>;
}

/** The newest build of each settings object. Shared, because startup checks the build before the application describes it. */
const newest = new WeakMap<UnityBuildSettings, ReadBuild>();

/**
 * Returns the properties in the contents of a build's files. Reads compressed files to their end, once per version. A failed
 * read is retried by the next call. @throws UnusableBuild when a file cannot be unpacked or has the wrong format
 */
export async function readContents(settings: UnityBuildSettings, build: MeasuredBuild): Promise<BuildContents> {
  const { version } = build;
  const known = newest.get(settings);
  const current = known?.version === version ? known : { version, read: readFiles(settings, build) };
  newest.set(settings, current);
  try {
    return await current.read;
  } catch (error) {
    if (newest.get(settings) === current) newest.delete(settings);
    throw error;
  }
}

async function readFiles(settings: UnityBuildSettings, build: ExportedBuild): Promise<BuildContents> {
  const folder = unityBuildFolder(settings);
  const { data, framework, code } = build.files;
  const needsIsolation = await needsSharedMemory(join(folder, code));
  const engineVersion = await engineVersionOf(join(folder, data));
  const bytes = new Map<BuildPart, number>();
  for (const [part, path] of pathsOf(build)) bytes.set(part, await bytesOnPage(join(folder, path)));
  const packings = new Set<BuildPacking>();
  for (const path of [data, framework, code]) packings.add(await packingOf(join(folder, path)));
  return { bytes, packings: [...packings], engineVersion, needsIsolation };
}

/** Returns a message for the operator that explains why there is no build. */
export function buildProblem(error: unknown, settings: UnityBuildSettings): string {
  if (error instanceof UnusableBuild) return error.message;
  const { message } = error as Error;
  return `The game build in ${unityBuildFolder(settings)} cannot be read (${message}): copy it there again, unchanged.`;
}

function pathsOf({ files }: ExportedBuild): Map<BuildPart, string> {
  const all = Object.entries(files) as [BuildPart, string | null][];
  return new Map(all.flatMap(([part, path]) => (path === null ? [] : [[part, path]])));
}

/** Returns the build's description for the web. `null` describes a server without a build. */
export function describeBuild(build: ServedBuild | null): UnityBuild {
  const page = build?.page;
  return {
    files: build && describeFiles(build),
    streamingAssetsUrl: streamingAssetsUrl(page?.streamingAssetsUrl ?? ''),
    companyName: page?.companyName ?? '',
    productName: page?.productName ?? '',
    productVersion: page?.productVersion ?? '',
    needsIsolation: build?.needsIsolation ?? false,
  };
}

function describeFiles({ version, bytes, files }: ServedBuild): UnityBuild['files'] {
  const describe = (part: BuildPart, path: string): BuildFile => {
    const encoded = path.split('/').map((segment) => encodeURIComponent(segment));
    return { url: `${UNITY_BUILD_PATH}/${encoded.join('/')}?v=${version}`, bytes: bytes.get(part) ?? 0 };
  };
  const { loader, data, framework, code, symbols, worker } = files;
  return {
    loader: describe('loader', loader),
    data: describe('data', data),
    framework: describe('framework', framework),
    code: describe('code', code),
    symbols: symbols === null ? null : describe('symbols', symbols),
    worker: worker === null ? null : describe('worker', worker),
  };
}

/** Returns the URL in the build's index.html if it is below {@link UNITY_BUILD_PATH}, otherwise Unity's default. */
function streamingAssetsUrl(named: string): string {
  const base = new URL(`http://build${UNITY_BUILD_PATH}/`);
  const { origin, pathname } = named !== '' && URL.canParse(named, base.href) ? new URL(named, base) : base;
  const isBelow = origin === base.origin && pathname.startsWith(base.pathname) && pathname !== base.pathname;
  return isBelow ? pathname : `${UNITY_BUILD_PATH}/StreamingAssets`;
}
