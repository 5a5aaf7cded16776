import { setTimeout as pause } from 'node:timers/promises';
import type { Group } from '../../../api/contracts/group.contract.js';
import { TestClient } from '../../../api/testing/test-client.js';
import { readAccounts } from '../../simulate/accounts.js';
import { ApiClient } from '../../simulate/api-client.js';
import { type SimulationResult, simulateClass } from '../../simulate/simulate-class.js';
import type { LocalCluster } from '../local-cluster.js';
import { People } from './people.js';
import { RequestLog } from './request-log.js';

const STUDENTS = 16;
const RATE = 20;
/** Longer than any work takes. */
const LONGEST_SECONDS = 3_600;
const BETWEEN_CHANGES_MS = 100;

export interface Load {
  readonly played: SimulationResult;
  readonly requests: RequestLog;
  /** Number of courses that were created and read back immediately. */
  readonly changes: number;
}

/** While `work` runs, a class plays through the proxy and an administrator creates and reads courses. */
export async function underLoad(cluster: LocalCluster, work: () => Promise<void>): Promise<Load> {
  const requests = RequestLog.of(cluster.url);
  const over = new AbortController();
  let changes = 0;
  let working: Promise<unknown> | undefined;
  const accounts = await readAccounts(cluster.accountsFile, STUDENTS);
  const admin = new ApiClient(cluster.url, (await People.of(cluster)).account('OrganizationAdmin'));
  const makeCourses = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const token = await admin.token();
      const client = new TestClient(cluster.url, admin.userId, token, '');
      const { status, body } = await client.post<Group>('/groups', { name: 'Course', ownerId: admin.userId });
      if (status === 201 && (await client.get<Group>(`/groups/${body.id}`)).status === 200) changes += 1;
      await pause(BETWEEN_CHANGES_MS);
    }
  };
  try {
    const played = await simulateClass({
      url: cluster.url,
      accounts,
      rate: RATE,
      seconds: LONGEST_SECONDS,
      isOver: () => over.signal.aborted,
      onPlaying: () => {
        working = Promise.all([work().finally(() => over.abort()), makeCourses()]);
        // Checked after the class has finished.
        working.catch(() => undefined);
      },
    });
    await working;
    return { played, requests, changes };
  } finally {
    requests.end();
  }
}
