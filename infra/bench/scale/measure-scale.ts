import { classesCurve } from './classes-curve.js';
import { eventsPoint } from './events-point.js';
import { nodesCurve } from './nodes-curve.js';
import { RemoteCrowd } from './remote-crowd.js';
import { ScaleCluster } from './scale-cluster.js';
import type { EventsPoint, ScaleResults } from './scale-results.js';
import { type RunningClass, ScaleWorld } from './scale-world.js';
import { signInCost } from './sign-in-cost.js';
import { silenceCost } from './silence-cost.js';
import { type Sizes, STUDENTS_OF_A_CLASS } from './sizes.js';
import { socketsCurve } from './sockets-curve.js';
import type { Stage } from './stage.js';
import { studentsCurve } from './students-curve.js';

export type Curves = Omit<ScaleResults, 'machine' | 'on'>;

/** Number of users who sign in with a password. */
const ACCOUNTS = 20;

/** Measures all curves on one platform, whose log grows meanwhile. */
export async function measureScale(sizes: Sizes, say: (line: string) => void): Promise<Curves> {
  const cluster = await ScaleCluster.start();
  const crowd = await RemoteCrowd.start();
  try {
    const world = await ScaleWorld.open(cluster);
    try {
      return await measureOn({ cluster, world, crowd, sizes, say });
    } finally {
      await world.close();
    }
  } finally {
    await crowd.end();
    await cluster.stop();
  }
}

/** Starts with a short log, then more users, then a long log. */
async function measureOn(stage: Stage): Promise<Curves> {
  const { world, sizes } = stage;
  const step = timed(stage.say);
  const fresh = freshClasses(world);
  const [watcher] = await world.people(1, 'eye', 'OrganizationAdmin');
  await world.world.settled();
  const silence = await step('silence', () => silenceCost(stage));
  const events: EventsPoint[] = [];
  const [first, ...longer] = sizes.events;
  const early = await fresh('Early', STUDENTS_OF_A_CLASS);
  events.push(await step('a short log', () => eventsPoint(stage, first!, early, early, watcher!)));

  const most = Math.max(...sizes.sockets, ...sizes.classes, sizes.socketsOfNodes);
  const staff = await step('staff', () => world.people(most + 1, 'staff', 'OrganizationAdmin'));
  const accounts = await world.world.register('account', 'User', ACCOUNTS);
  const signIn = await step('sign-ins', () =>
    signInCost(
      stage,
      accounts.map(({ account }) => account),
    ),
  );
  const watched = await fresh('Watched', STUDENTS_OF_A_CLASS);
  const sockets = await step('sockets', () => socketsCurve(stage, watched, staff));
  const spread = await fresh('Spread', STUDENTS_OF_A_CLASS);
  const nodes = await step('http nodes', () => nodesCurve(stage, spread, staff));

  const school: RunningClass[] = [];
  for (let nth = 0; nth < sizes.classes.at(-1)!; nth += 1) school.push(await fresh('School', STUDENTS_OF_A_CLASS));
  const classes = await step('classes', () => classesCurve(stage, school, staff));

  const larger: RunningClass[] = [];
  for (const count of sizes.students) {
    const running = await step(`a class of ${count}`, () => fresh('Large', count));
    await world.fill(running, count);
    larger.push(running);
  }
  await world.world.settled();
  const students = await step('students of a class', () => studentsCurve(stage, larger, staff));
  for (const length of longer) {
    const late = await fresh('Late', STUDENTS_OF_A_CLASS);
    events.push(await step('a longer log', () => eventsPoint(stage, length, larger.at(-1)!, late, watcher!)));
  }
  return { sockets, students, events, nodes, classes, signIn, silence };
}

/** Returns classes of students that were not measured yet, because a student with full marks changes no cell. */
function freshClasses(world: ScaleWorld): (name: string, students: number) => Promise<RunningClass> {
  let made = 0;
  return async (name, count) => {
    made += 1;
    const students = await world.people(count, `student${letters(made)}`, 'User');
    const running = await world.startClass(`${name} ${made}`, students);
    await world.world.settled();
    return running;
  };
}

/** Labels contain no digits before their number. */
const letters = (nth: number): string => String(nth).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

const timed =
  (say: (line: string) => void) =>
  async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await work();
    say(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
    return result;
  };
