import { posix } from 'node:path';

/** A kind of file in a build. Symbols and worker are optional. */
export type BuildPart = keyof typeof FILE_KEYS;

/** Values of an export's index.html. All are optional, because templates differ and operators edit them. */
export interface IndexPage {
  /** Paths of the build's files, relative to the page. */
  readonly files: Readonly<Partial<Record<BuildPart, string>>>;
  readonly streamingAssetsUrl: string | undefined;
  readonly companyName: string;
  readonly productName: string;
  readonly productVersion: string;
}

const FILE_KEYS = {
  loader: 'loaderUrl',
  data: 'dataUrl',
  framework: 'frameworkUrl',
  code: 'codeUrl',
  symbols: 'symbolsUrl',
  worker: 'workerUrl',
} as const;

/** Matches `dataUrl: buildUrl + "/x.data"`, `var buildUrl = "Build"` and `config["dataUrl"] = 'Build/x.data'`. */
const ASSIGNMENT =
  /\b(\w{7,18})["']?\]?\s*[:=]\s*(buildUrl\s*\+\s*)?("(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')/g;
/** Matches script elements. Unity's minimal template names its loader only there. */
const SCRIPT_SOURCE = /\bsrc=["']([^"'<>]*)["']/g;

/** Parses the assignments in Unity's WebGL templates from version 2020 to 6000. */
export function parseIndexPage(html: string): IndexPage {
  const literals = new Map<string, string>();
  let buildUrl = '';
  for (const [, key = '', isBelowBuild, literal = ''] of html.matchAll(ASSIGNMENT)) {
    const value = (isBelowBuild ? buildUrl : '') + parseLiteral(literal);
    if (!literals.has(key)) literals.set(key, value);
    if (key === 'buildUrl') buildUrl = value;
  }
  const scripts = [...html.matchAll(SCRIPT_SOURCE)].map(([, source = '']) => source);
  const loader = scripts.find((source) => source.includes('.loader.js'));
  if (loader && !literals.has(FILE_KEYS.loader)) literals.set(FILE_KEYS.loader, loader);
  const files = Object.entries(FILE_KEYS).flatMap(([part, key]) => {
    const url = literals.get(key);
    return url ? [[part, posix.normalize(url)]] : [];
  });
  return {
    files: Object.fromEntries(files) as IndexPage['files'],
    streamingAssetsUrl: literals.get('streamingAssetsUrl'),
    companyName: literals.get('companyName') ?? '',
    productName: literals.get('productName') ?? '',
    productVersion: literals.get('productVersion') ?? '',
  };
}

/** Returns the value of a JavaScript string literal. Unity writes literals with `JSON.stringify`. */
function parseLiteral(literal: string): string {
  const text = literal.slice(1, -1);
  const json = literal.startsWith('"') ? literal : `"${text.replaceAll(String.raw`\'`, "'").replaceAll('"', '\\"')}"`;
  try {
    return JSON.parse(json) as string;
  } catch {
    return text;
  }
}
