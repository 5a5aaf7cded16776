import type { INestApplication } from '@nestjs/common';
import { appendScores } from './append-scores.js';
import { catalogueOf } from './catalogue-of-sixty.js';
import { FIXTURE, type Fixture } from './fixture.js';
import { World } from './world.js';

/** Creates the data of {@link FIXTURE} through command handlers. Only scores and students who never sign in are appended directly. */
export async function buildFixture(app: INestApplication): Promise<Fixture> {
  const scenarios = catalogueOf(FIXTURE.scenarios);
  const world = await World.create(app, scenarios);
  const [systemAdmin] = await world.register('chief', 'SystemAdmin', 1);
  const [instructor, liveInstructor] = await world.register('instructor', 'Instructor', 2);
  const watchers = await world.register('watcher', 'OrganizationAdmin', FIXTURE.watchers);
  const players = await world.register('player', 'User', FIXTURE.players);
  const others = await world.appendStudents(FIXTURE.students - FIXTURE.players);
  const userIds = [...players.map(({ userId }) => userId), ...others];
  await world.appendStudents(FIXTURE.people - others.length, 'person');
  const { courseId, sessionId } = await world.startClass('Full Gradebook', instructor!.userId, userIds);
  await world.startClass('Live', liveInstructor!.userId, []);
  await world.settled();
  await appendScores(world.store, {
    count: FIXTURE.events - (await world.countEvents()),
    scenarios,
    userIds,
    classOfAttempt: { courseId, sessionId, organizationId: world.organizationId },
  });
  await world.settled();
  return {
    sessionId,
    events: FIXTURE.events,
    accounts: {
      instructor: instructor!.account,
      liveInstructor: liveInstructor!.account,
      players: players.map(({ account }) => account),
      watchers: watchers.map(({ account }) => account),
      systemAdmin: systemAdmin!.account,
    },
  };
}
