import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { UnityBuild } from '../../contracts/client-config.contract.js';
import type { BuildPacking } from '../../contracts/system-status.contract.js';
import { CLOCK, type Clock } from '../clock.js';
import { bytesOnPage, engineVersionOf, needsSharedMemory, packingOf } from './unity-contents.js';
import { type BuildPart, type ExportedBuild, findBuild, unityBuildFolder, UnusableBuild } from './unity-export.js';

/** Path of the build's folder in URLs. */
export const UNITY_BUILD_PATH = '/unitybuild';

const LOOK_EVERY_MS = 1_000;
const VERSION_LENGTH = 16;

/** What the contents of a build's files say. */
interface BuildContents {
  /** Bytes of each file that reach the page. */
  readonly bytes: ReadonlyMap<BuildPart, number>;
  readonly packings: readonly BuildPacking[];
  /** Version of Unity; null when the data file does not contain it where it is looked for. */
  readonly engineVersion: string | null;
  readonly needsIsolation: boolean;
}

/** A build that is served. */
export interface ServedBuild extends ExportedBuild, BuildContents {
  /** Changes whenever a file of the build changes. */
  readonly version: string;
  readonly storedBytes: number;
  /** The build's own loader unpacks its files and runs the framework from a blob. */
  readonly hasFallback: boolean;
}

/** The build in the folder, or a sentence for the operator that says why there is none. */
export type BuildState =
  { readonly build: ServedBuild; readonly problem: null } | { readonly build: null; readonly problem: string };

/** The build of the game in its folder, where another one may be copied to while the server runs. */
@Injectable()
export class GameBuild {
  private lookedAt = Number.NEGATIVE_INFINITY;
  private state: Promise<BuildState> | undefined;
  /** Files are read once for each version. */
  private contents: { version: string; read: Promise<BuildContents> } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'unityBuild'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the build as it is now. The folder is looked at once a second at most. */
  current(): Promise<BuildState> {
    const now = this.clock.now().getTime();
    if (!this.state || Math.abs(now - this.lookedAt) >= LOOK_EVERY_MS) {
      this.lookedAt = now;
      this.state = this.look();
    }
    return this.state;
  }

  private async look(): Promise<BuildState> {
    const folder = unityBuildFolder(this.config.unityBuild);
    try {
      const found = await findBuild(this.config.unityBuild);
      const files = filesOf(found);
      const { version, storedBytes } = await measure(folder, files);
      if (this.contents?.version !== version) this.contents = { version, read: readContents(folder, files) };
      const hasFallback = [found.files.framework, found.files.code].some((path) => path.endsWith('.unityweb'));
      return { build: { ...found, ...(await this.contents.read), version, storedBytes, hasFallback }, problem: null };
    } catch (error) {
      return { build: null, problem: problemOf(error, folder) };
    }
  }
}

type PartFile = readonly [BuildPart, string];

const filesOf = ({ files }: ExportedBuild): PartFile[] =>
  (Object.entries(files) as [BuildPart, string | null][]).flatMap(([part, path]) => (path ? [[part, path]] : []));

async function measure(folder: string, files: readonly PartFile[]): Promise<{ version: string; storedBytes: number }> {
  const hash = createHash('sha256');
  let storedBytes = 0;
  for (const [, path] of files) {
    const { size, mtimeMs } = await stat(join(folder, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
    storedBytes += size;
  }
  return { version: hash.digest('base64url').slice(0, VERSION_LENGTH), storedBytes };
}

async function readContents(folder: string, files: readonly PartFile[]): Promise<BuildContents> {
  const paths = new Map(files.map(([part, path]) => [part, join(folder, path)]));
  const needsIsolation = await needsSharedMemory(paths.get('code')!);
  const engineVersion = await engineVersionOf(paths.get('data')!);
  const bytes = new Map<BuildPart, number>();
  for (const [part, path] of paths) bytes.set(part, await bytesOnPage(path));
  const packings = new Set<BuildPacking>();
  for (const part of ['data', 'framework', 'code'] as const) packings.add(await packingOf(paths.get(part)!));
  return { bytes, packings: [...packings], engineVersion, needsIsolation };
}

function problemOf(error: unknown, folder: string): string {
  if (error instanceof UnusableBuild) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `The build in ${folder} cannot be read (${reason}): copy it again, unchanged.`;
}

/** What the web needs to run the build. */
export function describeBuild({ build }: BuildState): UnityBuild {
  const page = build?.page;
  return {
    files: build && {
      loader: fileOf(build, 'loader', build.files.loader),
      data: fileOf(build, 'data', build.files.data),
      framework: fileOf(build, 'framework', build.files.framework),
      code: fileOf(build, 'code', build.files.code),
      symbols: build.files.symbols === null ? null : fileOf(build, 'symbols', build.files.symbols),
      worker: build.files.worker === null ? null : fileOf(build, 'worker', build.files.worker),
    },
    streamingAssetsUrl: streamingAssetsUrl(page?.streamingAssetsUrl ?? ''),
    companyName: page?.companyName ?? '',
    productName: page?.productName ?? '',
    productVersion: page?.productVersion ?? '',
    needsIsolation: build?.needsIsolation ?? false,
  };
}

function fileOf({ version, bytes }: ServedBuild, part: BuildPart, path: string) {
  const encoded = path.split('/').map((segment) => encodeURIComponent(segment));
  return { url: `${UNITY_BUILD_PATH}/${encoded.join('/')}?v=${version}`, bytes: bytes.get(part) ?? 0 };
}

/** The address below our own that the build's index.html names; Unity's default where it names another host's. */
function streamingAssetsUrl(named: string): string {
  const base = new URL(`http://build${UNITY_BUILD_PATH}/`);
  const url = named !== '' && URL.canParse(named, base.href) ? new URL(named, base) : base;
  const isBelow =
    url.origin === base.origin && url.pathname.startsWith(base.pathname) && url.pathname !== base.pathname;
  return isBelow ? url.pathname : `${UNITY_BUILD_PATH}/StreamingAssets`;
}
