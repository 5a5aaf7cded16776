/** Separate process that fills an empty data folder with the class of {@link COMPETITION}. */
import type { INestApplication } from '@nestjs/common';
import { defaultCatalogue } from '../../../api/features/catalogue/default-catalogue.js';
import { appendScores } from '../environment/append-scores.js';
import { fillDataDir } from '../environment/fill-data-dir.js';
import { World } from '../environment/world.js';
import { COMPETITION, COMPETITION_FILE, type Competition } from './competition.js';

const SCENARIOS = 3;

await fillDataDir(COMPETITION_FILE, build);

/** All students have played each scenario once. Those who passed one are on the board. */
async function build(app: INestApplication): Promise<Competition> {
  const scenarios = defaultCatalogue()
    .filter(({ campaignType, scenarioType }) => campaignType === 'Compete' && scenarioType === 'Default')
    .slice(0, SCENARIOS);
  const world = await World.create(app, scenarios);
  const [instructor] = await world.register('instructor', 'Instructor', 1);
  const watchers = await world.register('watcher', 'OrganizationAdmin', COMPETITION.watchers);
  const players = await world.register('player', 'User', COMPETITION.players);
  const others = await world.appendStudents(COMPETITION.students - COMPETITION.players);
  const userIds = [...players.map(({ userId }) => userId), ...others];
  await world.appendDisabled(COMPETITION.disabled);
  const { courseId, sessionId } = await world.startClass('Competition', instructor!.userId, userIds);
  await world.settled();
  await appendScores(world.store, {
    count: COMPETITION.students * scenarios.length,
    scenarios,
    userIds,
    classOfAttempt: { courseId, sessionId, organizationId: world.organizationId },
  });
  await world.settled();
  const { campaignId, scenarioId } = scenarios[0]!;
  return {
    instructor: instructor!.account,
    players: players.map(({ account }) => account),
    watchers: watchers.map(({ account }) => account),
    sessionId,
    campaignId,
    scenarioId,
  };
}
