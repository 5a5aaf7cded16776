/**
 * Generates an HTML page for each path of the router with links to all files that the path needs. The browser loads them in parallel
 * instead of discovering them one after another. `pages.json` maps paths to pages for the server.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseSync, runnerImport } from 'vite';

/** @returns a Vite plugin; `router` is the module with the `<Route>` elements, `paths` the module with their patterns */
export function routePages({ router, paths }) {
  return {
    name: 'route-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const { module } = await runnerImport(paths);
      const { program } = parseSync(router, await readFile(router, 'utf8'), { lang: 'tsx' });
      const routes = modulesByPattern(program, module.paths, dirname(router));
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const pages = {};
      for (const [index, [pattern, modules]] of [...routes].entries()) {
        const links = linksTo(filesOf(modules, chunks), bundle['index.html'].source);
        pages[pattern] = `pages/${index}.html`;
        const source = bundle['index.html'].source.replace('</head>', `${links}</head>`);
        this.emitFile({ type: 'asset', fileName: pages[pattern], source });
      }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}

/** Returns the modules that each pattern loads: its own and those of its parent routes. Error pages load none. */
function modulesByPattern(program, paths, folder) {
  const imports = new Map();
  for (const { declarations = [] } of program.body) {
    for (const { id, init } of declarations) {
      if (init?.callee?.name !== 'page') continue;
      imports.set(id.name, join(folder, init.arguments[0].body.source.value.replace(/\.js$/, '.tsx')));
    }
  }
  const found = new Map();
  const visit = (node, modules, pattern) => {
    const attributes = new Map((node.openingElement?.attributes ?? []).map(({ name, value }) => [name.name, value]));
    const component = attributes.get('element')?.expression.openingElement.name.name;
    const own = imports.has(component) ? [...modules, imports.get(component)] : modules;
    const path = attributes.get('path')?.expression;
    const ownPattern = path ? paths[path.object?.property.name]?.pattern : pattern;
    if ((path || attributes.has('index')) && ownPattern && own.length > 0) found.set(ownPattern, own);
    for (const child of node.children) if (child.type === 'JSXElement') visit(child, own, ownPattern);
  };
  const declared = program.body.flatMap(({ declarations = [] }) => declarations);
  visit(
    declared.find(({ init }) => init?.callee?.name === 'createRoutesFromElements').init.arguments[0],
    [],
    undefined,
  );
  return found;
}

/** Returns the scripts and styles of the chunks that contain these modules, and of the chunks that those import. */
function filesOf(modules, chunks) {
  const files = new Set();
  const add = (chunk) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const id of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`No chunk contains ${id}.`);
    add(chunk);
  }
  return [...files];
}

/** Returns tags for the files that a page does not reference yet. */
const linksTo = (files, html) =>
  files
    .filter((file) => !html.includes(file))
    .map((file) =>
      file.endsWith('.css')
        ? `  <link rel="stylesheet" crossorigin href="/${file}">\n  `
        : `  <link rel="modulepreload" crossorigin href="/${file}">\n  `,
    )
    .join('');
