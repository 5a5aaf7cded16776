import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { ClientConfig } from '../../api/contracts/client-config.contract.js';
import type { ClassSession, Group, JoinCourseResponse } from '../../api/contracts/group.contract.js';
import { type ClassAccounts } from './accounts.js';
import { ApiClient, Refused } from './api-client.js';
import { inParallel } from '../../api/platform/in-parallel.js';
import { NO_STEPS, type Steps } from './steps.js';
import { UserError } from './user-error.js';

/** The class with all users signed in and joined. */
export interface PreparedClass {
  readonly sessionId: string;
  readonly instructor: ApiClient;
  readonly students: readonly ApiClient[];
  readonly scenarios: readonly Scenario[];
}

/** The server verifies two passwords at a time. */
const SIGN_INS_AT_ONCE = 4;

/** Signs all users in, starts a class when none is active, and lets the students join it by its code. @throws UserError */
export async function prepareClass(
  url: string,
  accounts: ClassAccounts,
  steps: Steps = NO_STEPS,
): Promise<PreparedClass> {
  const { catalogueId } = await readConfig(url);
  const instructor = new ApiClient(url, accounts.instructor);
  const course = await findCourse(instructor);
  if (course.activeSessionId === null) await startClass(instructor, course.id);
  const students = accounts.students.map((account) => new ApiClient(url, account));
  let done = 0;
  const joined = await inParallel(SIGN_INS_AT_ONCE, students, async (student) => {
    steps.signal.throwIfAborted();
    const answer = await student.send<JoinCourseResponse>('POST', '/api/groups/join', { code: course.password });
    steps.show('Joining the class', (done += 1), students.length);
    return answer;
  });
  const sessionId = joined[0]?.session?.id;
  if (!sessionId) throw new UserError(`The class of the course ${course.name} is not active.`);
  const scenarios = await instructor.get<Scenario[]>(`/api/courses/${catalogueId}/headers`);
  const playable = scenarios.filter(({ gameMode }) => gameMode !== 'Sandbox');
  if (playable.length === 0) throw new UserError('The catalogue has no scenarios to play.');
  return { sessionId, instructor, students, scenarios: playable };
}

/** The first request, which reports a missing server. */
async function readConfig(url: string): Promise<ClientConfig> {
  const response = await fetch(`${url}/config.json`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  const config = response?.ok
    ? ((await response.json().catch(() => undefined)) as ClientConfig | undefined)
    : undefined;
  if (config?.catalogueId) return config;
  throw new UserError(
    response
      ? `${url} is not this platform: it has no /config.json.`
      : `${url} cannot be reached: start the platform with "npm start", or name its address with --url.`,
  );
}

async function findCourse(instructor: ApiClient): Promise<Group> {
  const courses = await instructor.get<Group[]>('/api/groups').catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'SIGN_IN_FAILED') {
      throw new UserError(
        'The passwords of the accounts file are not those of this platform: name the file with --accounts.',
      );
    }
    throw error;
  });
  const course = courses.find(({ activeSessionId }) => activeSessionId !== null) ?? courses[0];
  if (!course) throw new UserError('The instructor has no course.');
  return course;
}

async function startClass(instructor: ApiClient, courseId: string): Promise<void> {
  try {
    await instructor.send<ClassSession>('PUT', `/api/groups/${courseId}/activesession`);
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'CLASS_ALREADY_ACTIVE')) throw error;
  }
}
