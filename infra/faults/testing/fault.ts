import type { Figure } from '../../bench/figure.js';
import { say } from '../../local-cluster/testing/on-cluster.js';
import { reportFault } from '../fault-report.js';

/** Some damage needs an unlucky moment, such as a kill between two steps. A control without damage is repeated once. */
const CONTROL_TRIES = 2;

interface Control {
  /** The protection that is removed so that the fault causes damage. */
  readonly name: string;
  readonly measure: () => Promise<readonly Figure[]>;
}

/** Adds the figures to the report and checks their goals. */
export function prove(name: string, figures: readonly Figure[]): void {
  reportFault({ fault: name, control: null, figures });
  expect(figures.some(({ met }) => met !== null)).toBe(true);
  expect(figures.filter(({ met }) => met === false)).toEqual([]);
}

/**
 * Declares two tests. The unchanged platform reaches every goal, and the same measurement without a protection misses at least one: a
 * check that always passes proves nothing. Both appear in the report of the run.
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
    `${name}: misses a goal when ${control.name}`,
    async () => {
      let figures: readonly Figure[] = [];
      for (let tries = 1; tries <= CONTROL_TRIES && !isRed(figures); tries += 1) {
        if (tries > 1) say(`${name}: met every goal although ${control.name}, measuring again`);
        figures = await control.measure();
      }
      reportFault({ fault: name, control: control.name, figures });
      expect(isRed(figures)).toBe(true);
    },
    timeoutMs * CONTROL_TRIES,
  );
}

const isRed = (figures: readonly Figure[]): boolean => figures.some(({ met }) => met === false);
