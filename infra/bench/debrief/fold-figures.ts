import type { Recording } from '../../../api/contracts/recording.contract.js';
import { boardAt } from '../../../api/contracts/debrief-board.rule.js';
import { openDebrief } from '../../../api/contracts/debrief.rule.js';
import { markersOf } from '../../../api/contracts/debrief-markers.rule.js';
import { percentile } from '../../simulate/percentile.js';
import { type Figure, figure, median } from '../figure.js';

const OPENINGS = 7;
const JUMPS = 2_000;

/** Returns the milliseconds that a function takes. */
function timed(run: () => void): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** Measures how fast a recording is opened, and how fast its fold jumps in both directions. */
export function foldFigures(recording: Recording): readonly Figure[] {
  const debrief = openDebrief(recording, 'seen');
  const { length } = debrief.entries;
  const openings = Array.from({ length: OPENINGS }, () => timed(() => openDebrief(recording, 'seen')));
  const others = Array.from({ length: OPENINGS }, () => timed(() => openDebrief(recording, 'happened')));
  const jumps = { forward: [] as number[], back: [] as number[] };
  let position = 0;
  debrief.at(position);
  for (let index = 0; index < JUMPS; index += 1) {
    // A step that no small divisor shares with the length visits the whole class.
    const next = (position + Math.floor(length * 0.618) + index) % length;
    jumps[next > position ? 'forward' : 'back'].push(timed(() => debrief.at(next)));
    position = next;
  }
  const boards = Array.from({ length: OPENINGS * 10 }, () =>
    timed(() => boardAt(debrief, debrief.at(length), { view: 'staff' })),
  );
  return [
    figure('debrief of 90,000 attempts, fold as the class saw it', median(openings), 'ms', { atMost: 500 }),
    figure('debrief of 90,000 attempts, fold as it happened', median(others), 'ms', { atMost: 500 }),
    figure('debrief of 90,000 attempts, jump forward, p99', percentile(jumps.forward, 99) ?? Number.NaN, 'ms', {
      atMost: 16,
    }),
    figure('debrief of 90,000 attempts, jump back, p99', percentile(jumps.back, 99) ?? Number.NaN, 'ms', {
      atMost: 16,
    }),
    figure('debrief of 90,000 attempts, board of 500', median(boards), 'ms', { atMost: 16 }),
    figure(
      'debrief of 90,000 attempts, markers',
      timed(() => markersOf(debrief)),
      'ms',
      { atMost: 500 },
    ),
  ];
}
