import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { openDebrief } from '../../api/contracts/debrief.rule.js';
import { boardAt } from '../../api/contracts/debrief-board.rule.js';
import { scenariosAt } from '../../api/contracts/debrief-gradebook.rule.js';
import { monitorAt, openPresence } from '../../api/contracts/debrief-presence.rule.js';
import type { Group } from '../../api/contracts/group.contract.js';
import type { RecordedStep, Recording } from '../../api/contracts/recording.contract.js';
import { foldedRows, liveRows, seenInMonitor } from '../../api/testing/debrief-comparison.js';
import { type Figure, figure } from '../bench/figure.js';
import { EventfulClass } from './testing/eventful-class.js';
import { fault } from './testing/fault.js';
import { Stage } from './testing/stage.js';
import { type SeenMoment, type SeenPresence, WatchedViews } from './testing/watched-views.js';

const STUDENTS = 12;
const MOMENTS = 100;
/** Actions of students between two steps of the instructor. */
const ACTIONS = 120;
const LONGEST_WAIT_MS = 300;
/**
 * The write of a step takes less. A step has the time at which it takes effect in its row, which others see when the write has ended. A
 * monitor that is read between the two still shows the state before.
 */
const WRITE_MS = 500;
/** A push, a batch of the projector and a write of presence take less. */
const SETTLED_MS = 3_000;

let stage: Stage;
let views: WatchedViews;
let recording: Recording;

beforeAll(async () => {
  stage = await Stage.open();
  const node = await stage.node('node');
  await node.start();
  const played = await stage.class(node.url, STUDENTS);
  const { instructor, sessionId } = played;
  const courses = await instructor.get<Group[]>('/api/groups');
  const course = courses.find(({ activeSessionId }) => activeSessionId === sessionId)!;
  const eventful = new EventfulClass(played, course, await stage.account('SystemAdmin'));
  views = await WatchedViews.start(instructor, sessionId);
  try {
    await watchWhile(() => play(eventful));
  } finally {
    eventful.close();
    views.close();
  }
  recording = await instructor.get<Recording>(`/api/sessions/${sessionId}/recording`);
}, 240_000);
afterAll(() => stage?.close(), 60_000);

async function play(eventful: EventfulClass): Promise<void> {
  await eventful.act(ACTIONS);
  await eventful.freeze(true);
  await eventful.act(ACTIONS);
  await eventful.publish();
  await eventful.act(ACTIONS);
  await eventful.freeze(false);
  await eventful.act(ACTIONS);
  await eventful.end();
  await eventful.arriveLate();
  await pause(SETTLED_MS);
  await eventful.resume();
  await eventful.act(ACTIONS);
  await pause(SETTLED_MS);
}

/** Stores the live views at random moments, at least {@link MOMENTS} times and until the work is done. */
async function watchWhile(work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const done = work().finally(() => over.abort());
  while (!over.signal.aborted) {
    await views.store();
    await pause(Math.random() * LONGEST_WAIT_MS);
  }
  await done;
}

fault(
  'the debrief of a class with offline students, a freeze, a publication and a resumption, at the sequences of its live views',
  () => Promise.resolve(compared(recording)),
  {
    name: 'the freeze is not part of the recording',
    measure: () => Promise.resolve(compared(without('frozen'))),
  },
);

const without = (kind: RecordedStep[2]): Recording => ({
  ...recording,
  steps: recording.steps.filter((step) => step[2] !== kind),
});

function compared(recorded: Recording): Figure[] {
  const debrief = openDebrief(recorded, 'seen');
  const { moments } = views;
  const at = (sequence: number) => debrief.at(debrief.positionOf(sequence));
  const differing = (isEqual: (moment: SeenMoment) => boolean): number =>
    moments.filter((moment) => !isEqual(moment)).length;
  // A board is read after its sequence, so it may contain events until the next reading.
  const ofBoard = (view: 'staff' | 'students') =>
    moments.filter((moment, nth) => {
      const { sequence: first, view: live } = moment[view];
      const last = moments[nth + 1]?.[view].sequence ?? first;
      const sequences = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return !sequences.some((sequence) => isDeepStrictEqual(boardAt(debrief, at(sequence), { view }), live));
    }).length;
  const goal = { atMost: 0 };
  const kinds = new Set(recorded.steps.map(([, , kind]) => kind));
  return [
    figure('stored moments', moments.length, 'moments', { atLeast: MOMENTS }),
    figure(
      'different sequences of the gradebook',
      new Set(moments.map(({ rows }) => rows.sequence)).size,
      'sequences',
      {
        atLeast: MOMENTS / 2,
      },
    ),
    figure('kinds of steps', kinds.size, 'kinds'),
    figure(
      'gradebooks with other cells',
      differing(({ rows }) => isDeepStrictEqual(foldedRows(debrief, at(rows.sequence)), liveRows(rows.view))),
      'moments',
      goal,
    ),
    figure(
      'gradebooks with other columns',
      differing(({ columns }) => isDeepStrictEqual(scenariosAt(debrief, at(columns.sequence)), columns.view)),
      'moments',
      goal,
    ),
    figure('other boards of staff', ofBoard('staff'), 'moments', goal),
    figure('other boards of students', ofBoard('students'), 'moments', goal),
    ...comparedPresence(recorded),
  ];
}

/** A step of a student, and the last row that the monitor showed of the student before the next one. */
interface ShownStep {
  readonly at: number;
  readonly shown: SeenPresence;
}

/** Compares the monitor at the recorded steps. */
function comparedPresence(recorded: Recording): Figure[] {
  const debrief = openDebrief(recorded, 'seen');
  const presence = openPresence(recorded);
  const steps = recorded.states.flatMap(([at, person], index): ShownStep[] => {
    const userId = recorded.people[person]![0];
    const next = recorded.states.slice(index + 1).find((state) => state[1] === person)?.[0] ?? Infinity;
    const shown = views.presence.findLast((row) => row.userId === userId && row.at >= at && row.at < next);
    return shown ? [{ at, shown }] : [];
  });
  const running = steps.filter(({ shown }) => debrief.at(debrief.positionAt(shown.at)).facts.endedAt === null);
  const shows = ({ userId, row }: SeenPresence, at: number): boolean => {
    const then = monitorAt(presence, recorded, debrief.at(debrief.positionAt(at)), at).get(userId)!;
    return isDeepStrictEqual(seenInMonitor(then), seenInMonitor(row));
  };
  const others = running.filter(({ shown }) => !shows(shown, shown.at));
  const unfinished = others.filter(({ at, shown }) => shown.at - at < WRITE_MS && shows(shown, at - 1));
  return [
    figure('recorded steps that were shown live', running.length, 'steps', { atLeast: 2 * STUDENTS }),
    figure('steps that were read before their write had ended', unfinished.length, 'steps', { atMost: STUDENTS / 4 }),
    figure('steps that the monitor showed differently', others.length - unfinished.length, 'steps', { atMost: 0 }),
  ];
}
