import { alignColumns } from '../print-table.js';
import type { Chapter, Expectation } from './expectation.js';
import { describeMachine } from './machine.js';
import type { RecordedFigure } from './record.js';

/** Difference between two runs of the same build. */
const SAME_WITHIN = 0.1;
const HEADINGS = ['figure', 'goal', 'before', 'now', 'since', 'met', 'what changed, or where the time goes'];

interface Row {
  readonly title: string;
  readonly cells: readonly string[];
}

/** Lists every figure once with goal, earlier and present value. Unexpected figures come last. */
export function rowsOf(chapters: readonly Chapter[], record: readonly RecordedFigure[]): Row[] {
  const left = new Set(record);
  const take = (expectation: Expectation): RecordedFigure | undefined => {
    const found = [...left].find((figure) => isExpected(expectation, figure));
    if (found) left.delete(found);
    return found;
  };
  const expected = chapters.flatMap(({ title, expectations }) =>
    expectations.map((expectation) => ({ title, cells: cellsOf(expectation, take(expectation)) })),
  );
  const rest = [...left].map((figure) => ({
    title: 'More',
    cells: cellsOf({ suite: figure.suite, name: figure.name, earlier: [] }, figure),
  }));
  return [...expected, ...rest];
}

export function printAllFigures(chapters: readonly Chapter[], record: readonly RecordedFigure[]): string {
  const rows = rowsOf(chapters, record).map(({ cells }) => cells.slice(0, -1));
  return alignColumns([HEADINGS.slice(0, -1), ...rows]);
}

export function writeAllFigures(chapters: readonly Chapter[], record: readonly RecordedFigure[]): string {
  const rows = rowsOf(chapters, record);
  const titles = [...new Set(rows.map(({ title }) => title))];
  const table = (title: string): string[] => [
    `## ${title}`,
    '',
    lineOf(HEADINGS),
    lineOf(HEADINGS.map(() => '---')),
    ...rows.filter((row) => row.title === title).map(({ cells }) => lineOf(cells)),
    '',
  ];
  const missed = rows.filter(({ cells }) => cells[5] === 'MISSED').length;
  return [
    '# All figures',
    '',
    `Written by \`npm run bench\`, each suite when it was run last${placeAndTime(record)}. *Before* lists the values of earlier runs, the`,
    'oldest first; *since* compares with the last of them. A multiple (×) is relative to the figure after the slash.',
    missed === 0 ? 'All measured goals are met.' : `Missed: ${missed}.`,
    '',
    ...titles.flatMap(table),
  ].join('\n');
}

const isExpected = ({ suite, name, against }: Expectation, figure: RecordedFigure): boolean =>
  figure.suite === suite && figure.name === name && figure.against === (against ?? null);

function cellsOf(
  { name, against, earlier, changed, whyMissed }: Expectation,
  figure: RecordedFigure | undefined,
): string[] {
  const compared = figure?.ratio !== null && figure?.ratio !== undefined;
  const unit = compared ? '×' : (figure?.unit ?? '');
  const now = compared ? figure.ratio : figure?.value;
  const other = figure?.against ?? against;
  return [
    other ? `${name} / ${other}` : name,
    figure?.goal ?? '',
    earlier.map(shown).join(', '),
    now === undefined || now === null ? 'not measured' : `${shown(now)} ${unit}`,
    now === undefined || now === null ? '' : since(earlier.at(-1), now, figure!.goal),
    figure?.met === true ? 'yes' : figure?.met === false ? 'MISSED' : '',
    [changed, figure?.met === false ? (whyMissed ?? 'Not explained yet.') : undefined].filter(Boolean).join(' '),
  ];
}

/** Describes the change in words when the goal defines the better direction. */
export function since(before: number | undefined, now: number, goal: string | null): string {
  if (before === undefined) return '';
  if (before === now) return 'same';
  if (before === 0) return goal?.startsWith('≤') ? 'worse' : '';
  const factor = now / before;
  if (Math.abs(factor - 1) <= SAME_WITHIN) return 'same';
  const percent = `${factor > 1 ? '+' : '−'}${Math.abs(Math.round((factor - 1) * 100))} %`;
  if (goal === null) return percent;
  return `${percent}, ${goal.startsWith('≥') === factor > 1 ? 'better' : 'worse'}`;
}

function placeAndTime(record: readonly RecordedFigure[]): string {
  const newest = record.toSorted((a, b) => a.on.localeCompare(b.on)).at(-1);
  return newest ? `, the newest on ${newest.on} on a machine of ${describeMachine(newest.machine)}` : '';
}

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

const lineOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
