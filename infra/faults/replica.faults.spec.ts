import { join } from 'node:path';
import type { Scorecard } from '../../api/contracts/score.contract.js';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { until } from '../../api/testing/until.js';
import { newSecrets } from '../bench/environment/new-secrets.js';
import { type Figure, figure } from '../bench/figure.js';
import { readAccounts } from '../simulate/accounts.js';
import { makeAttempt } from '../simulate/make-attempt.js';
import { type PreparedClass, prepareClass } from '../simulate/prepare-class.js';
import { trustsReplica } from './testing/breakages.js';
import { BrokenBuild } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { PostgresPair } from './testing/postgres-pair.js';
import { StageNode } from './testing/stage-node.js';
import { underFault } from './testing/under-fault.js';

const STUDENTS = 8;
const READS = 25;

fault('a replica falls behind and dies while staff reads results', () => loseReplica(), {
  name: 'nodes do not compare the replica with the primary',
  measure: async () => {
    const broken = BrokenBuild.make([trustsReplica]);
    try {
      return await loseReplica(broken.main);
    } finally {
      broken.remove();
    }
  },
});

async function loseReplica(main?: string): Promise<Figure[]> {
  const pair = await PostgresPair.start();
  const settings = {
    ...newSecrets(),
    DATABASE_URL: pair.appUrl,
    DATABASE_ADMIN_URL: pair.adminUrl,
    DATABASE_REPLICA_URL: pair.replicaUrl,
    DEMO: 'on',
  };
  const node = await StageNode.make({ dataDir: pair.dataDir, log: 'node.log', settings });
  try {
    await node.start(main);
    const accounts = await readAccounts(join(pair.dataDir, 'demo-accounts.json'), STUDENTS);
    return await read(pair, node, await prepareClass(node.url, accounts));
  } finally {
    await node.stop();
    await pair.close();
  }
}

async function read(pair: PostgresPair, node: StageNode, played: PreparedClass): Promise<Figure[]> {
  const [reader, ...others] = played.students;
  const answered = (server: string): Promise<number> => node.metric('ready_room_replica_reads_total', `"${server}"`);
  const isUsed = async (): Promise<boolean> => (await node.metric('ready_room_replica_up')) === 1;
  await until(isUsed);
  return underFault({ url: node.url, databaseUrl: pair.appUrl, played: { ...played, students: others } }, async () => {
    const inStep = await missingResults(pair, played, reader!);
    const byReplica = await answered('replica');
    pair.stopReplicating();
    const behind = await missingResults(pair, played, reader!);
    await until(async () => !(await isUsed()));
    const { ready } = await node.readiness();
    await pair.resumeReplicating();
    await until(isUsed);
    const dying = missingResults(pair, played, reader!);
    await pair.killStandby();
    return [
      figure('statements that the replica answered', byReplica, 'statements', { atLeast: 1 }),
      figure('results missing in reads, in step', inStep, 'results', { atMost: 0 }),
      figure('results missing in reads, behind', behind, 'results', { atMost: 0 }),
      figure('results missing in reads, while the replica dies', await dying, 'results', { atMost: 0 }),
      figure('ready while the replica is behind', Number(ready), '', { atLeast: 1 }),
    ];
  });
}

/** Submits results and reads each once the primary shows it. @returns how many of the reads lacked their result */
async function missingResults(
  pair: PostgresPair,
  { instructor, scenarios, sessionId }: PreparedClass,
  student: PreparedClass['students'][number],
): Promise<number> {
  let missing = 0;
  for (let nth = 0; nth < READS; nth += 1) {
    const attempt = makeAttempt(scenarios[0]!, sessionId, 0, new Date());
    await student.send('POST', '/api/scores', attempt);
    await withClient(pair.appUrl, (client) =>
      until(async () => {
        const { rowCount } = await client.query('select from read.attempts where attempt_id = $1', [attempt.attemptId]);
        return rowCount === 1;
      }),
    );
    const query = `attempts=all&includeFailedScores=true&scenarioId=${attempt.scenarioId}`;
    const listed = await instructor.get<Scorecard[]>(`/api/scores/session/${sessionId}/all?${query}`);
    if (!listed.some(({ attemptId }) => attemptId === attempt.attemptId)) missing += 1;
  }
  return missing;
}
