import { type Figure, median } from '../figure.js';
import { alignColumns } from '../print-table.js';
import { fullNames } from '../record/record.js';

/** The figures that a suite measured in one round. */
export interface Round {
  readonly own: readonly Figure[];
  readonly other: readonly Figure[];
}

/** A figure of this build beside the same figure of another commit. */
export interface ComparedFigure {
  readonly suite: string;
  readonly name: string;
  readonly unit: string;
  /** Medians of all rounds. */
  readonly other: number;
  readonly own: number;
  /** Own value divided by the other one in each round, the lowest first. */
  readonly ratios: readonly number[];
}

/** Pairs the figures that both builds measured in all rounds. */
export function pairFigures(suite: string, rounds: readonly Round[]): ComparedFigure[] {
  const series = rounds.map(({ own, other }) => ({ own: valuesOf(own), other: valuesOf(other) }));
  const names = [...(series[0]?.own.keys() ?? [])];
  return names.flatMap((name) => {
    const own = series.map((round) => round.own.get(name));
    const other = series.map((round) => round.other.get(name));
    if (!isComplete(own) || !isComplete(other)) return [];
    const ratios = own.map(({ value }, round) => value / other[round]!.value).toSorted((a, b) => a - b);
    return { suite, name, unit: own[0]!.unit, other: medianOf(other), own: medianOf(own), ratios };
  });
}

interface Value {
  readonly value: number;
  readonly unit: string;
}

/** A comparison with a peer counts as its ratio, because the peer was measured beside it. */
function valuesOf(figures: readonly Figure[]): Map<string, Value> {
  return new Map(
    fullNames(figures).map(({ name, value, unit, ratio, against }) =>
      ratio === null ? [name, { value, unit }] : [`${name} / ${against}`, { value: ratio, unit: '×' }],
    ),
  );
}

const medianOf = (values: readonly Value[]): number => median(values.map(({ value }) => value));

const isComplete = (values: readonly (Value | undefined)[]): values is Value[] =>
  values.every((value) => value !== undefined);

/** Formats compared figures in aligned columns. */
export function printComparison(commit: string, figures: readonly ComparedFigure[]): string {
  return alignColumns([['figure', commit, 'this build', '', 'ratio', 'lowest to highest'], ...figures.map(rowOf)]);
}

function rowOf({ name, unit, other, own, ratios }: ComparedFigure): string[] {
  const values = [name, shown(other), shown(own), unit];
  if (!ratios.every(Number.isFinite)) return [...values, '', ''];
  return [...values, `${shown(median(ratios))} ×`, `${shown(ratios[0]!)} to ${shown(ratios.at(-1)!)}`];
}

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });
