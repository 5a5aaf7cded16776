import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const SKIPPED = /(^|\/)(node_modules|dist|\.git|\.data|coverage)(\/|$)/;
const SOURCES = ['api', 'web', 'infra', 'docs', '.'];
const TEXT =
  /\.(ts|tsx|mjs|mts|css|md|yml|yaml|json|sh|cfg|conf|service|timer)$|(^|\/)(Dockerfile|Caddyfile|\.env\.example)$/;
/** Documents outside the repository, cited by name and chapter. */
const OUTSIDE =
  /\b(decisions|architecture|product|reliability|checklist),? (§ ?\d|oddity|[A-Z]\.?\d)|§ ?\d|\/work\/shared/i;

/** Files and folders, as paths from the root of the repository. */
const paths = SOURCES.flatMap((root) =>
  readdirSync(root, { recursive: root !== '.', encoding: 'utf8' }).map((file) => normalize(join(root, file))),
).filter((path) => !SKIPPED.test(path));
const existing = new Set(paths);
const files = paths.filter((path) => TEXT.test(path));
const read = (file: string): string => readFileSync(file, 'utf8');
const isDocument = (file: string): boolean => file.endsWith('.md') && !file.startsWith('infra/bench/results');
/** Returns a document without its code blocks, whose brackets are no links. */
const proseOf = (file: string): string => read(file).replaceAll(/```.*?```/gs, '');

/** Returns the anchors that GitHub creates for the headings of a document. */
function anchorsOf(file: string): Set<string> {
  const counts = new Map<string, number>();
  const slugs = [...proseOf(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const slug = heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(slugs);
}

/** Returns true if the path names an existing file or folder of the repository, and its anchor an existing heading. */
function leadsSomewhere(path: string): boolean {
  const [target, anchor] = path.split('#') as [string, string | undefined];
  const found = normalize(target).replace(/\/$/, '');
  return existing.has(found) && (anchor === undefined || anchorsOf(found).has(anchor));
}

it('has no dead links in documents', () => {
  const broken = files.filter(isDocument).flatMap((file) =>
    [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !leadsSomewhere(link.startsWith('#') ? `${file}${link}` : join(dirname(file), link)))
      .map((link) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it('mentions only existing chapters of docs', () => {
  const broken = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w./-])docs\/[\w/.-]*\.md(#[\w-]+)?/g)]
      .map(([mention]) => mention)
      .filter((mention) => !leadsSomewhere(mention))
      .map((mention) => `${file}: ${mention}`),
  );
  expect(broken).toEqual([]);
});

it('cites no document outside the repository', () => {
  const own = 'infra/setup/documents.spec.ts';
  const citing = files.filter((file) => file !== own && OUTSIDE.test(read(file)));
  expect(citing).toEqual([]);
});

it('lists every document in the index', () => {
  const index = read('docs/README.md');
  const missing = readdirSync('docs')
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .filter((file) => !index.includes(`(${file})`));
  const decisions = read('docs/decisions/README.md');
  const undecided = readdirSync('docs/decisions').filter(
    (file) => /^\d/.test(file) && !decisions.includes(`(${file})`),
  );
  expect([...missing, ...undecided]).toEqual([]);
});

it('has only existing code names in the glossary', () => {
  const code = files
    .filter((file) => /^(api|web|infra)\/.*\.(ts|tsx)$/.test(file))
    .map(read)
    .join('\n');
  const names = [...read('docs/glossary.md').matchAll(/^\|(?:[^|]*\|){2}([^|]*)\|/gm)].flatMap(([, column]) =>
    [...column!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
  // A name with a pattern matches files or streams.
  const exists = (name: string): boolean =>
    name.startsWith('*')
      ? paths.some((path) => path.endsWith(name.slice(1)))
      : code.includes(name.replace(/[{<].*/, '')) || existing.has(name);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !exists(name))).toEqual([]);
});
