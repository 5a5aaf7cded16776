import { randomUUID } from 'node:crypto';
import { defaultCatalogue } from '../../../api/features/catalogue/default-catalogue.js';
import { decideScore } from '../../../api/features/scores/score.stream.js';
import type { EventToAppend } from '../../../api/platform/eventsourcing/message.js';
import { systemContext } from '../../../api/platform/eventsourcing/system-context.js';
import { makeAttempt } from '../../simulate/make-attempt.js';

const scenario = defaultCatalogue()[0]!;
const now = new Date();
const { metadata } = systemContext(now);
const { data, type } = decideScore({
  attempt: makeAttempt(scenario, randomUUID(), 0, now),
  userId: randomUUID(),
  organizationId: randomUUID(),
  scenario,
  classOfAttempt: {
    courseId: randomUUID(),
    organizationId: randomUUID(),
    startedAt: new Date(now.getTime() - 60_000).toISOString(),
    endedAt: null,
    onRoster: true,
    joinedAt: null,
  },
  now: now.getTime(),
});

/** A score as it is stored, with a new id. */
export const sampleEvent = (): EventToAppend => ({ type, data, metadata, eventId: randomUUID() });

/** Returns the size of its row in bytes. */
export const SAMPLE_BYTES = JSON.stringify(data).length + JSON.stringify(metadata).length;
