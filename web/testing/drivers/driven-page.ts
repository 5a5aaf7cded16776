import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Key, PageDriver } from './page-driver.js';

const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 50;
/** Queries of Testing Library, the same as in component specs. */
const QUERIES = readFileSync(resolve('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');

type Text = string | RegExp;
/** A query for an element by what a person sees. A string matches the whole text. */
export type Query = { role: string; name: Text } | { label: Text } | { text: Text };

/** A text or pattern, serialized for the page. */
type SentText = { text: string } | { pattern: string };
type SentQuery = readonly [kind: 'Role' | 'LabelText' | 'Text', text: SentText, role: string | null];

interface TestingLibrary {
  queryAllByRole(root: HTMLElement, role: string, options: { name: Text }): HTMLElement[];
  queryAllByLabelText(root: HTMLElement, text: Text): HTMLElement[];
  queryAllByText(root: HTMLElement, text: Text): HTMLElement[];
}

const sent = (text: Text): SentText => (typeof text === 'string' ? { text } : { pattern: text.source });

function sentQuery(query: Query): SentQuery {
  if ('role' in query) return ['Role', sent(query.name), query.role];
  return 'label' in query ? ['LabelText', sent(query.label), null] : ['Text', sent(query.text), null];
}

/** Runs in the page. Returns the centre of the first match if a click there reaches it, otherwise null. */
function reachableCentre([kind, wanted, role]: SentQuery): [x: number, y: number] | null {
  const library = (window as unknown as { TestingLibraryDom: TestingLibrary }).TestingLibraryDom;
  const text = 'text' in wanted ? wanted.text : new RegExp(wanted.pattern);
  const { body } = document;
  let found: HTMLElement[];
  if (kind === 'Role') found = library.queryAllByRole(body, role!, { name: text });
  else found = kind === 'Text' ? library.queryAllByText(body, text) : library.queryAllByLabelText(body, text);
  const element = found.find((candidate) => candidate.checkVisibility?.() ?? true);
  if (!element || element.matches(':disabled')) return null;
  element.scrollIntoView({ block: 'center', inline: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const centre: [number, number] = [x + width / 2, y + height / 2];
  const hit = document.elementFromPoint(...centre);
  return element.contains(hit) || hit?.contains(element) ? centre : null;
}

/** A page of any browser, with user-level actions. Each action waits for its element. */
export class DrivenPage {
  constructor(readonly driver: PageDriver) {}

  /** Waits until the element exists and nothing covers it. Returns its centre. */
  async find(query: Query): Promise<[x: number, y: number]> {
    const wanted = sentQuery(query);
    let last = '';
    return this.until(
      async () => {
        await this.loadQueries();
        const centre = await this.driver.run(reachableCentre, wanted);
        // A click would miss an element that still moves.
        const isStable = centre !== null && String(centre) === last;
        last = String(centre);
        return isStable ? centre : null;
      },
      `${JSON.stringify(wanted)} is visible`,
    );
  }

  async click(query: Query): Promise<void> {
    await this.driver.click(...(await this.find(query)));
  }

  async typeInto(query: Query, text: string): Promise<void> {
    await this.click(query);
    await this.driver.type(text);
  }

  async press(...keys: readonly Key[]): Promise<void> {
    for (const key of keys) await this.driver.press(key);
  }

  /** Waits until a function in the page returns neither false nor null, and returns its result. */
  async waitFor<Args extends unknown[], Result>(
    what: string,
    script: (...args: Args) => Result | null | false,
    ...args: Args
  ): Promise<Result> {
    return this.until(() => this.driver.run(script, ...args), what);
  }

  private async loadQueries(): Promise<void> {
    if (!(await this.driver.run(() => 'TestingLibraryDom' in window))) await this.driver.load(QUERIES);
  }

  /** Repeats `look` until it returns a result. A page that is being replaced cannot run scripts, so errors are retried. */
  private async until<Result>(look: () => Promise<Result | null | false>, what: string): Promise<Result> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const { result, problem } = await look().then(
        (found) => ({ result: found, problem: '' }),
        (error: Error) => ({ result: null, problem: ` (${error.message})` }),
      );
      if (result !== null && result !== false) return result;
      if (Date.now() > deadline) throw new Error(`Timed out waiting for: ${what}${problem}.`);
      await pause(LOOK_AGAIN_MS);
    }
  }
}
