import { join } from 'node:path';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import type { ClientConfig } from '../../../api/contracts/client-config.contract.js';
import type { ClassSession, Group } from '../../../api/contracts/group.contract.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import type { Account } from '../../simulate/accounts.js';
import { ApiClient, sendAnonymously } from '../../simulate/api-client.js';
import { MadeAccounts } from '../../simulate/made-accounts.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';
import { NO_STEPS } from '../../simulate/steps.js';
import type { Guest } from '../scale/crowd.js';
import { STUDENTS_OF_A_CLASS } from '../scale/sizes.js';
import { addressOf } from '../scale/stage.js';

/** The server verifies two passwords at a time. */
const SIGN_INS_AT_ONCE = 4;

const ADMIN: Account = { username: 'admin', password: 'lunar_descent_11#', role: 'SystemAdmin' };

/** Creates classes of thirty with an instructor each, through the API, so that any build can be measured. */
export async function openSchool(url: string, dataDir: string, classes: number): Promise<PreparedClass[]> {
  await chooseAdminPassword(url);
  const people = classes * (STUDENTS_OF_A_CLASS + 1);
  const { students } = await MadeAccounts.provide(url, ADMIN, people, join(dataDir, 'accounts.json'), NO_STEPS);
  const admin = new ApiClient(url, ADMIN);
  const clients = students.map((account, index) => new ApiClient(url, account, headersOf(addressOf(index))));
  const { catalogueId } = await admin.get<ClientConfig>('/config.json');
  const scenarios = await admin.get<Scenario[]>(`/api/courses/${catalogueId}/headers`);
  const playable = scenarios.filter(({ scenarioType }) => scenarioType === 'Default');
  const instructors = clients.splice(0, classes);
  return inParallel(1, instructors, async (instructor, index) => {
    const ofClass = clients.slice(index * STUDENTS_OF_A_CLASS, (index + 1) * STUDENTS_OF_A_CLASS);
    await instructor.token();
    await admin.send('PUT', `/api/users/${instructor.userId}/role/Instructor`);
    const sessionId = await startClass(admin, instructor, ofClass);
    return { sessionId, instructor, students: ofClass, scenarios: playable };
  });
}

/** Every user of the classes has a page open: students the leaderboard, instructors the gradebook and the presence. */
export async function guestsOf(port: number, classes: readonly PreparedClass[]): Promise<Guest[]> {
  const guests = classes.flatMap(({ sessionId, instructor, students }) => [
    { client: instructor, watches: (['gradebook', 'presence'] as const).map((topic) => ({ topic, id: sessionId })) },
    ...students.map((client) => ({
      client,
      watches: [{ topic: 'leaderboard', id: sessionId } as const],
      presentIn: sessionId,
    })),
  ]);
  return Promise.all(
    guests.map(async ({ client, ...guest }, index) => ({
      ...guest,
      port,
      address: addressOf(index),
      token: await client.token(),
    })),
  );
}

async function startClass(admin: ApiClient, instructor: ApiClient, students: readonly ApiClient[]): Promise<string> {
  const name = `Class of ${instructor.userId}`;
  const course = await admin.send<Group>('POST', '/api/groups', { name, ownerId: instructor.userId });
  const { id } = await instructor.send<ClassSession>('PUT', `/api/groups/${course.id}/activesession`);
  await inParallel(SIGN_INS_AT_ONCE, students, (student) =>
    student.send('POST', '/api/groups/join', { code: course.password }),
  );
  return id;
}

/** The bootstrap administrator has to choose a password before the first sign-in. Requires RESET_WITHOUT_PROOF. */
async function chooseAdminPassword(url: string): Promise<void> {
  const { username, password } = ADMIN;
  await sendAnonymously(url, 'PUT', `/api/users/passwordResets/${username}`, {
    username,
    password,
    passwordConfirmation: password,
  });
}

/** Sign-ins from other addresses require HTTPS. */
const headersOf = (address: string): Record<string, string> => ({
  'x-forwarded-for': address,
  'x-forwarded-proto': 'https',
});
