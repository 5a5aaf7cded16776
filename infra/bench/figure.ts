/** A measured number. `ratio` is the value divided by that of `against`. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly ratio: number | null;
  readonly against: string | null;
  readonly goal: string | null;
  /** Null without a goal. */
  readonly met: boolean | null;
}

/** The goal of a figure or of its ratio. */
export interface Goal {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Returns a figure. */
export function figure(name: string, value: number, unit: string, goal?: Goal): Figure {
  return { name, value: rounded(value), unit, ratio: null, against: null, ...judge(value, goal, unit) };
}

/** Returns a figure as a multiple of another one that was measured with it. */
export function comparison(
  name: string,
  value: number,
  unit: string,
  peer: { readonly name: string; readonly value: number },
  goal?: Goal,
): Figure {
  const ratio = value / peer.value;
  return { name, value: rounded(value), unit, ratio: rounded(ratio), against: peer.name, ...judge(ratio, goal, '×') };
}

function judge(value: number, goal: Goal | undefined, unit: string): Pick<Figure, 'goal' | 'met'> {
  if (goal?.atLeast !== undefined) return { goal: `≥ ${goal.atLeast} ${unit}`, met: value >= goal.atLeast };
  if (goal?.atMost !== undefined) return { goal: `≤ ${goal.atMost} ${unit}`, met: value <= goal.atMost };
  return { goal: null, met: null };
}

/** Rounds to three digits, the precision of a measurement. */
const rounded = (value: number): number => (value === 0 ? 0 : Number(value.toPrecision(3)));

/** Returns the median. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
