import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool, QueryConfig } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { cellKey } from '../../contracts/cell-key.rule.js';
import type { Gradebook, GradebookContent } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import type { Leaderboard } from '../../contracts/leaderboard.contract.js';
import type { LiveChanges } from '../../contracts/live.contract.js';
import type { Scorecard, SubmitScoreRequest } from '../../contracts/score.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import { LiveTopics } from '../../platform/live/live-topic.js';
import { closeAll, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import { CatalogueQuery } from '../catalogue/catalogue.query.js';
import { userStream } from '../people/user.stream.js';
import { attemptStream, decideScore } from '../scores/score.stream.js';
import { GradebookQuery } from './gradebook.query.js';

const kit = classKit();
afterEach(closeAll);

const submit = (attempt: unknown, client = kit.student) => client.post('/scores', attempt);
const attempt = (...args: Parameters<typeof sampleAttempt> extends [unknown, ...infer Rest] ? Rest : never) =>
  sampleAttempt(kit.session.id, ...args);

describe('the gradebook', () => {
  it('returns 304 until it changes', async () => {
    const path = `/sessions/${kit.session.id}/gradebook`;
    await kit.platform.settled();
    const first = await kit.instructor.get(path);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect((await kit.instructor.get(path, { 'if-none-match': etag })).status).toBe(304);
    await submit(attempt());
    await kit.platform.settled();
    expect((await kit.instructor.get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  it('reads the changes of several rooms in one statement, for each room since its own sequence', async () => {
    const gradebook = kit.platform.app.get(GradebookQuery);
    const { id } = kit.session;
    await submit(attempt());
    await kit.platform.settled();
    const { sequence: first } = await gradebook.read(id);
    const second = attempt();
    await submit(second, kit.other);
    await kit.platform.settled();
    const queries = jest.spyOn(kit.platform.app.get<Pool>(POOL), 'query');
    const texts = await Promise.all([
      gradebook.readChanges(id, 1),
      gradebook.readChanges(id, first),
      gradebook.readChanges(randomUUID(), 1),
    ]);
    const statements = queries.mock.calls.filter(
      ([query]) => (query as unknown as QueryConfig).name === 'gradebook-content',
    );
    queries.mockRestore();
    expect(statements).toHaveLength(1);
    const [both, one, unknown] = texts.map(({ content }) => gradebookRows(JSON.parse(content) as GradebookContent));
    const keys = both!.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining([kit.student.userId, cellKey(kit.student.userId, second.scenarioId)]));
    expect(one!.map(({ key }) => key)).toEqual([cellKey(kit.other.userId, second.scenarioId)]);
    expect(unknown).toEqual([]);
  });

  it('returns the same text in every encoding, and the newest after each change', async () => {
    const path = `/sessions/${kit.session.id}/gradebook`;
    const read = async (encoding: string) => {
      const { body, headers } = await kit.instructor.get<Gradebook>(path, { 'accept-encoding': encoding });
      return [headers.get('content-encoding'), headers.get('vary'), body.userIds];
    };
    const submitters: string[] = [];
    for (const client of [kit.student, kit.other]) {
      await submit(attempt(), client);
      await kit.platform.settled();
      submitters.push(client.userId);
      const cells = expect.arrayContaining(submitters) as unknown;
      expect(await read('gzip, br')).toEqual(['br', 'accept-encoding', cells]);
      expect(await read('gzip')).toEqual(['gzip', 'accept-encoding', cells]);
      expect(await read('identity')).toEqual([null, 'accept-encoding', cells]);
    }
  });

  it('is not found for staff of another organization, also after its own staff opened it', async () => {
    const path = `/sessions/${kit.session.id}/gradebook`;
    expect((await kit.instructor.get(path)).status).toBe(200);
    const foreign = await kit.platform.person('OrganizationAdmin', await kit.platform.organization());
    const colleague = await kit.platform.person('Instructor', kit.organization);
    expect((await foreign.get(path)).status).toBe(404);
    expect((await colleague.get(path)).status).toBe(404);
    expect((await kit.student.get(path)).status).toBe(403);
  });

  it.each(['gradebook', 'leaderboard'] as const)(
    'sends watchers of the %s the change of a disabled student',
    async (name) => {
      const watched = await kit.platform.person('User', kit.organization);
      await watched.post('/groups/join', { code: kit.course.password });
      await submit(attempt(), watched);
      await kit.platform.settled();
      const live = kit.platform.app.get(LiveHub);
      const received: LiveChanges[] = [];
      const topic = kit.platform.app.get(LiveTopics).find(name)!;
      const room = live.open(topic, kit.session.id, 'staff');
      let isIn = true;
      live.addWatchers({
        isWatched: (name) => isIn && name === room,
        changes: (name, message) => name === room && received.push(message),
        resync: () => undefined,
      });
      live.recordReply(room, await topic.read(kit.session.id, 'staff', 0));
      await kit.platform.app
        .get(Commands)
        .handle(userStream.of(watched.userId), { type: 'Disable', cause: 'admin' }, systemContext(new Date()));
      const expected =
        topic.kind === 'rows'
          ? { key: watched.userId, value: { kind: 'student', enabled: false } }
          : { key: 'snapshot', value: { topScores: [] } };
      const isNotified = (value: unknown) => isDeepStrictEqual({ ...(value as object), ...expected.value }, value);
      const deadline = Date.now() + 10_000;
      // The change of the attempt itself may arrive first.
      while (!isNotified(received.at(-1)?.rows[0]?.value) && Date.now() < deadline) await new Promise(setImmediate);
      isIn = false;
      live.closeIfEmpty(room);
      expect(received.at(-1)?.rows).toMatchObject([expected]);
    },
  );

  it('counts a late attempt once its class is resumed, and sends it to watchers', async () => {
    const late = { ...attempt(), completedAt: kit.session.startDate!, startedAt: kit.session.startDate! };
    const key = cellKey(kit.other.userId, late.scenarioId);
    await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
    await submitLate(late);
    await kit.platform.settled();
    const cell = async () => {
      const { body } = await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`);
      return gradebookRows(body).find((row) => row.key === key)?.value ?? undefined;
    };
    const places = async () => {
      const { body } = await kit.instructor.get<Leaderboard>(`/scores/leaderboard/${kit.session.id}/all`);
      return body.topScores.map(({ userId }) => userId);
    };
    const listed = async (query: string) => {
      const { body } = await kit.instructor.get<Scorecard[]>(`/scores/session/${kit.session.id}/all?${query}`);
      return body.map((card) => [card.attemptId, card.late]);
    };
    expect([await cell(), await places(), await listed('')]).toEqual([undefined, [], []]);
    const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
    await watch(socket, { topic: 'gradebook', id: kit.session.id });
    expect((await kit.instructor.put(`/groups/${kit.course.id}/lastactivesession`)).status).toBeLessThan(300);
    await kit.platform.settled();
    await eventually(() => changes.flatMap(({ rows }) => rows).find((row) => row.key === key));
    expect([await cell(), await places(), await listed('')]).toEqual([
      expect.objectContaining({ total: late.totalScore }),
      [kit.other.userId],
      [[late.attemptId, false]],
    ]);
  });

  it('lists late attempts separately', async () => {
    const [inTime, late] = [attempt(), attempt()];
    await submit(inTime);
    await submitLate(late);
    await kit.platform.settled();
    const list = async (only: string, client = kit.instructor) => {
      const query = `attempts=all&includeFailedScores=true&late=${only}`;
      const { body, headers } = await client.get<Scorecard[]>(`/scores/session/${kit.session.id}/all?${query}`);
      return [body.map((card) => card.attemptId), headers.get('x-total-count')];
    };
    expect(await list('true')).toEqual([[late.attemptId], '1']);
    expect(await list('false')).toEqual([[inTime.attemptId], '1']);
    expect(await list('true', kit.student)).toEqual([[], '0']);
    expect((await kit.instructor.get(`/scores/session/${kit.session.id}/all?late=maybe`)).status).toBe(400);
  });

  /** Records an attempt as if it arrived an hour later, longer than a test can wait. */
  async function submitLate(late: SubmitScoreRequest): Promise<void> {
    const event = decideScore({
      attempt: late,
      userId: kit.other.userId,
      organizationId: kit.organization,
      scenario: competeScenario,
      classOfAttempt: {
        courseId: kit.course.id,
        organizationId: kit.organization,
        startedAt: kit.session.startDate,
        endedAt: late.completedAt,
        onRoster: true,
        joinedAt: null,
      },
      now: Date.now() + 3_600_000,
    });
    const { metadata } = systemContext(new Date());
    const stream = attemptStream.name(late.attemptId);
    await kit.platform.store.appendToStream(stream, 'no-stream', [{ ...event, eventId: randomUUID(), metadata }]);
  }

  it('returns the class, fourteen columns and the students', async () => {
    await kit.platform.settled();
    const { body } = await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`);
    expect(body.session).toMatchObject({
      id: kit.session.id,
      groupName: kit.course.name,
      accessCode: kit.course.password,
    });
    expect(body.scenarios).toHaveLength(14);
    expect(body.students.map((row) => row.key).toSorted()).toEqual([kit.student.userId, kit.other.userId].toSorted());
  });
});

describe('a publication while a gradebook is read', () => {
  const catalogue = () => kit.platform.app.get(CatalogueQuery);
  const path = () => `/courses/${kit.platform.app.get<Config>(CONFIG).catalogueId}/headers`;

  /** Publishes an edition with other titles and waits until it is projected. */
  async function publish(scenarioShortTitle: string): Promise<void> {
    const { body: scenarios } = await kit.instructor.get<Scenario[]>(path());
    const admin = await kit.platform.admin();
    await admin.put(
      path(),
      scenarios.map((scenario) => ({ ...scenario, scenarioShortTitle })),
    );
    await kit.platform.settled();
  }

  const titles = async () => {
    const { body } = await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`);
    return new Set(body.scenarios.map((scenario) => scenario.scenarioShortTitle));
  };

  it('has the columns of the newest edition, while a node still caches an earlier one', async () => {
    const earlier = await catalogue().current();
    await publish('Cached');
    const current = jest.spyOn(catalogue(), 'current').mockResolvedValue(earlier);
    try {
      expect(await titles()).toEqual(new Set(['Cached']));
    } finally {
      current.mockRestore();
    }
  });

  it('has the columns of an edition that is published before its rows are read', async () => {
    const gradebook = kit.platform.app.get(GradebookQuery);
    const read = gradebook.read.bind(gradebook);
    await submit(attempt());
    await kit.platform.settled();
    const reading = jest.spyOn(gradebook, 'read').mockImplementationOnce(async (sessionId) => {
      await publish('Between');
      return read(sessionId);
    });
    try {
      expect(await titles()).toEqual(new Set(['Between']));
      expect(reading).toHaveBeenCalledTimes(2);
    } finally {
      reading.mockRestore();
    }
  });
});
