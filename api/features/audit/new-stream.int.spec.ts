import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { createTestEngine, type TestEngine, TestRights } from '../../platform/auth/testing/test-engine.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { event, on } from '../../platform/eventsourcing/define-events.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { EVENT_STORE } from '../../platform/eventsourcing/event-store.js';
import { LOG, type Log } from '../../platform/eventsourcing/log.js';
import { isEncrypted } from '../../platform/eventsourcing/personal-data.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import type { Projection } from '../../platform/eventsourcing/projection.js';
import { StreamSet } from '../../platform/eventsourcing/stream-set.js';
import { sampleMetadata } from '../../platform/eventsourcing/testing/sample-events.js';
import { coursesProjection } from '../courses/courses.projection.js';
import { organizationsProjection } from '../organizations/organizations.projection.js';
import { peopleProjection } from '../people/people.projection.js';
import { auditProjection } from './audit.projection.js';
import { AuditIndex } from './audit.query.js';
import { AuditEntries } from './compose-entries.js';
import { NamesQuery } from './names.query.js';

/** A badge with a motto: all the code that a feature needs for an audited event with personal data. */
const badgeStream = defineStream({
  prefix: 'badge',
  events: {
    MottoChosen: event(z.strictObject({ userId: z.uuid(), motto: z.string() }), {
      personal: { subject: 'userId', fields: ['motto'] },
      audit: { target: on('user', 'userId'), needsPast: true, facts: ({ motto }) => ({ motto }) },
    }),
  },
  initialState: null as string | null,
  decide: (data: { userId: string; motto: string }, motto) =>
    data.motto === motto ? [] : [{ type: 'MottoChosen', data }],
  evolve: (_, { data }): string => data.motto,
});

let engine: TestEngine;
beforeAll(async () => {
  const streams = new StreamSet([badgeStream]);
  const names = [peopleProjection, organizationsProjection, coursesProjection] as unknown as Projection[];
  engine = await createTestEngine({
    rights: new TestRights(),
    providers: [AuditIndex, AuditEntries, NamesQuery],
    eventSourcing: {
      projections: [...names, auditProjection(streams.auditRules)],
      streams,
      schemas: streams.schemas,
    },
  });
});
afterAll(() => engine.close());

const choose = (userId: string, motto: string) => {
  const context = { commandId: uuidv7(), metadata: sampleMetadata({ actorId: userId }) };
  return engine.app.get(Commands).handle(badgeStream.of(userId), { userId, motto }, context);
};
const auditOf = async (userId: string) => {
  await engine.app.get(Progress).catchUp();
  const rows = await engine.app.get(AuditIndex).list({ targetId: userId, limit: 10, organizationId: null });
  const entries = await engine.app.get(AuditEntries).compose(rows, false);
  return entries.map(({ action, target, changes }) => ({ action, target: target.type, changes }));
};

it('validates, encrypts and audits an event by its definition alone', async () => {
  const userId = uuidv7();
  await choose(userId, 'Per ardua');
  await choose(userId, 'Ad astra');

  expect(await badgeStream.of(userId).state(engine.app.get(EVENT_STORE))).toBe('Ad astra');
  await expect(choose(userId, 7 as unknown as string)).rejects.toThrow('expected string');
  const stored = await engine.app.get<Log>(LOG).store.readStream(`badge-${userId}`);
  expect(stored.map(({ data }) => isEncrypted(data))).toEqual([true, true]);
  expect(await auditOf(userId)).toEqual([
    { action: 'MottoChosen', target: 'user', changes: [{ field: 'motto', from: 'Per ardua', to: 'Ad astra' }] },
    { action: 'MottoChosen', target: 'user', changes: [{ field: 'motto', from: null, to: 'Per ardua' }] },
  ]);
});
