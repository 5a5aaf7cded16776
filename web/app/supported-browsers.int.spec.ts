/** @jest-environment jsdom */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const filesWith = (ending: string) =>
  readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(dist, 'assets', name), 'utf8') }));

it.each([
  ['styles', '.css', /light-dark\(|@starting-style|:has-slotted|@scope\b/],
  ['scripts', '.js', /AbortSignal\.any\(|Promise\.withResolvers\(|Object\.groupBy\(|requestIdleCallback\(/],
])('builds %s without features that Safari 16.4 lacks', (_, ending, tooNew) => {
  const files = filesWith(ending);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ text }) => tooNew.test(text)).map(({ name }) => name)).toEqual([]);
});

describe('an old browser', () => {
  const script = readFileSync(join(dist, 'old-browser.js'), 'utf8');
  const settings = readFileSync(join(dist, '../../web/build-settings.mjs'), 'utf8');
  const run = (isOld: boolean) => {
    document.body.innerHTML = '<div id="root"></div>';
    const known = Object.getOwnPropertyDescriptor(Array, 'fromAsync');
    Object.defineProperty(Array, 'fromAsync', { value: isOld ? undefined : () => {}, configurable: true });
    // oxlint-disable-next-line typescript/no-implied-eval -- the file is a classic script without exports
    new Function(script)();
    if (known) Object.defineProperty(Array, 'fromAsync', known);
    return document.querySelector('[role=alert]')?.textContent;
  };

  it('shows the requirements in one sentence', () => {
    expect(run(true)).toContain('Safari 16.4 or newer, Firefox 140 or newer');
    expect(settings).toContain("BROWSERS = ['safari16.4', 'firefox140'");
    expect(run(false)).toBeUndefined();
  });

  it('shows the requirements before loading any module, and without support for module scripts', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8');
    expect(page).toContain('<script defer src="/old-browser.js"></script>');
    expect(script).not.toMatch(/=>|\b(?:const|let|class|import)\b|`/);
  });
});
