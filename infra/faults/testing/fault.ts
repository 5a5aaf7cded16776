import type { Figure } from '../../bench/figure.js';
import { say } from '../../local-cluster/testing/on-cluster.js';
import { reportFault } from '../fault-report.js';

/** Harm that takes bad luck, a kill between two steps, is not done every time: a control that did none is tried once more. */
const CONTROL_TRIES = 2;

interface Control {
  /** What is taken away, or broken, so that the fault does harm. */
  readonly name: string;
  readonly measure: () => Promise<readonly Figure[]>;
}

/** Puts what was measured into the report, and has it meet its goals. */
export function prove(name: string, figures: readonly Figure[]): void {
  reportFault({ fault: name, control: null, figures });
  expect(figures.some(({ met }) => met !== null)).toBe(true);
  expect(figures.filter(({ met }) => met === false)).toEqual([]);
}

/**
 * Two tests: the platform as it is reaches every goal, and the same measurement with a protection taken away misses at
 * least one. A check that stays green then would prove nothing. Both go into the report of the run.
 */
export function fault(
  name: string,
  measure: () => Promise<readonly Figure[]>,
  control: Control,
  timeoutMs = 240_000,
): void {
  it(
    name,
    async () => {
      prove(name, await measure());
    },
    timeoutMs,
  );

  it(
    `${name}: is seen when ${control.name}`,
    async () => {
      let figures: readonly Figure[] = [];
      for (let tries = 1; tries <= CONTROL_TRIES && !isRed(figures); tries += 1) {
        if (tries > 1) say(`${name}: nothing was seen when ${control.name}, tried once more`);
        figures = await control.measure();
      }
      reportFault({ fault: name, control: control.name, figures });
      expect(isRed(figures)).toBe(true);
    },
    timeoutMs * CONTROL_TRIES,
  );
}

const isRed = (figures: readonly Figure[]): boolean => figures.some(({ met }) => met === false);
