import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { transformFileSync } from '@swc/core';
import { dataFile } from './data-file.js';
import { pack, PACKED_ENDING, type Packing } from './packing.js';
import type { BuildFacts } from './test-game.js';
import { wasmModule } from './wasm-module.js';

/** Options of a test build. The default is an uncompressed build whose loader uses fetch, without threads. */
export interface TestBuild {
  /** Name of its files; Unity takes it from the folder that is exported to. */
  name?: string;
  /** The game draws this text, too. */
  productName: string;
  packing?: Packing;
  requests?: BuildFacts['requests'];
  /** How threads run: from a worker file, or from the framework itself as in Unity 6. */
  threads?: 'worker file' | 'framework';
  /** Player setting "Name Files As Hashes". */
  hasHashedNames?: boolean;
  hasSymbols?: boolean;
}

export const COMPANY_NAME = 'Ready Room "Tests" & Sons';
export const PRODUCT_VERSION = '0.7.1';
const ENGINE_VERSION = '2022.3.21f1';
export const SYMBOLS = { 1: 'add' };

/** Files of StreamingAssets by their path; each arrives in the game byte for byte. */
export const STREAMING_ASSETS: Readonly<Record<string, Buffer>> = {
  'settings.json': Buffer.from('{"gravity": 9.81}'),
  'maps/level 1.json.gz': gzipSync('{"map": 1}'),
  'levels.bundle.br': Buffer.from([...Array(256).keys()]),
};

/** Compiles a script of this folder for the browser; it stays a classic script. */
function script(name: string, facts: BuildFacts): Buffer {
  const options = {
    isModule: false,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  } as const;
  const { code } = transformFileSync(join(__dirname, 'scripts', `${name}.ts`), options);
  return Buffer.from(`self.testBuild = ${JSON.stringify(facts)};\n${code}`);
}

interface NamedFiles {
  /** Names in the folder `Build`, by part. */
  names: Record<string, string>;
  /** Contents by name. */
  files: Map<string, Buffer>;
}

/** The content of the folder `Build`. */
function buildFiles(build: TestBuild): NamedFiles {
  const { name = 'Build', packing = 'plain', requests = 'fetch', threads, hasHashedNames, hasSymbols } = build;
  const facts: BuildFacts = { requests, isThreaded: threads !== undefined };
  const parts: Record<string, Buffer | null> = {
    'loader.js': script('loader', facts),
    data: dataFile(ENGINE_VERSION, build.productName),
    'framework.js': script('framework', facts),
    wasm: wasmModule(facts.isThreaded),
    'worker.js': threads === 'worker file' ? script('worker', facts) : null,
    'symbols.json': hasSymbols ? Buffer.from(JSON.stringify(SYMBOLS)) : null,
  };
  const unpacked = new Set(['loader.js', 'worker.js']);
  const result: NamedFiles = { names: {}, files: new Map() };
  for (const [part, content] of Object.entries(parts)) {
    if (!content) continue;
    const packed = unpacked.has(part) ? 'plain' : packing;
    const fileName = `${hasHashedNames ? randomBytes(16).toString('hex') : name}.${part}${PACKED_ENDING[packed]}`;
    result.names[part] = fileName;
    result.files.set(fileName, pack(packed, content));
  }
  return result;
}

/** The page that Unity exports beside the build, reduced to what names its files. */
function indexPage({ productName }: TestBuild, names: Readonly<Record<string, string>>): string {
  const optional = (setting: string, part: string): string =>
    names[part] === undefined ? '' : `\n        ${setting}: buildUrl + "/${names[part]}",`;
  return `<!DOCTYPE html>
<html lang="en-us">
  <head>
    <meta charset="utf-8">
    <title>${productName}</title>
    <link rel="stylesheet" href="TemplateData/style.css">
  </head>
  <body>
    <canvas id="unity-canvas" width=960 height=600 tabindex="-1"></canvas>
    <script>
      var buildUrl = "Build";
      var loaderUrl = buildUrl + "/${names['loader.js']}";
      var config = {
        dataUrl: buildUrl + "/${names.data}",
        frameworkUrl: buildUrl + "/${names['framework.js']}",${optional('workerUrl', 'worker.js')}
        codeUrl: buildUrl + "/${names.wasm}",${optional('symbolsUrl', 'symbols.json')}
        streamingAssetsUrl: "StreamingAssets",
        companyName: ${JSON.stringify(COMPANY_NAME)},
        productName: ${JSON.stringify(productName)},
        productVersion: ${JSON.stringify(PRODUCT_VERSION)},
      };
      var script = document.createElement("script");
      script.src = loaderUrl;
      script.onload = () => createUnityInstance(document.querySelector("#unity-canvas"), config);
      document.body.appendChild(script);
    </script>
  </body>
</html>
`;
}

function write(folder: string, files: Iterable<readonly [string, Buffer | string]>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Writes the files of the build alone, without the page and folders that Unity exports around them. */
export function writeBuildFolder(folder: string, build: TestBuild): void {
  write(folder, buildFiles(build).files);
}

/** Writes the folder that Unity exports. Files of an earlier export stay, as with Unity. */
export function writeTestBuild(folder: string, build: TestBuild): void {
  const { names, files } = buildFiles(build);
  write(join(folder, 'Build'), files);
  write(join(folder, 'StreamingAssets'), Object.entries(STREAMING_ASSETS));
  write(folder, [
    ['TemplateData/style.css', '#unity-canvas { background: #231f20 }'],
    ['index.html', indexPage(build, names)],
  ]);
}

/** Writes an export of Unity 2019, whose loader this viewer does not support. */
export function writeUnity2019Build(folder: string): void {
  const files = {
    dataUrl: 'Web.data.unityweb',
    wasmCodeUrl: 'Web.wasm.code.unityweb',
    wasmFrameworkUrl: 'Web.wasm.framework.unityweb',
  };
  write(join(folder, 'Build'), [
    ['UnityLoader.js', 'var UnityLoader = { instantiate() {} };'],
    [
      'Web.json',
      JSON.stringify({ companyName: COMPANY_NAME, productName: 'Old', productVersion: PRODUCT_VERSION, ...files }),
    ],
    ...Object.values(files).map((name) => [name, pack('unityweb-gzip', Buffer.from(name))] as const),
  ]);
  write(folder, [
    [
      'index.html',
      '<script src="Build/UnityLoader.js"></script>\n<script>UnityLoader.instantiate("unityContainer", "Build/Web.json");</script>\n',
    ],
  ]);
}
