import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { z } from 'zod';
import type { Actor } from '../auth/actor.js';
import type { LiveChange } from '../eventsourcing/projection.js';
import { defineTopic } from './define-topic.js';
import type { LiveHub } from './live-hub.js';
import { LiveTopics, snapshot } from './live-topic.js';

const ACTOR = { userId: 'ann' } as Actor;
const OTHER = { userId: 'bob' } as Actor;

/** The calls that the topic has received, in order. */
@Injectable()
class Calls {
  readonly all: unknown[] = [];
}

const quizzes = defineTopic({
  topic: 'quiz',
  kind: 'snapshot',
  id: z.string().startsWith('quiz-').toUpperCase(),
  follows: (id, audience) => ({ topic: 'quiz', id: `${id} ${audience}` }),
  inject: [Calls],
  create: ({ all }) => ({
    audienceOf: async (actor, id) => {
      all.push(['audienceOf', id]);
      return actor === ACTOR ? 'staff' : null;
    },
    read: async (id, audience, since) => {
      all.push(['read', id, audience, since]);
      return snapshot({ sequence: 7, generation: 2 }, 'value');
    },
  }),
});

const banners = defineTopic({
  topic: 'banner',
  kind: 'snapshot',
  id: z.literal('all'),
  follows: (id) => ({ topic: 'banner', id }),
  inject: [],
  create: () => ({
    audienceOf: async () => 'public',
    publicAudienceOf: () => 'public',
    read: async () => snapshot({ sequence: 1, generation: 1 }, null),
  }),
});

class Topics {}

async function find(topic: 'quiz' | 'banner') {
  const providers = [LiveTopics, Calls, quizzes, banners];
  const module = await NestFactory.createApplicationContext({ module: Topics, providers }, { logger: false });
  return { topic: module.get(LiveTopics).find(topic)!, calls: module.get(Calls).all };
}

describe('a defined topic', () => {
  it('admits only watchers for whom it returns an audience', async () => {
    const { topic } = await find('quiz');
    expect(await topic.audienceOf(ACTOR, 'quiz-1')).toBe('staff');
    expect(await topic.audienceOf(OTHER, 'quiz-1')).toBeNull();
  });

  it('denies ids that its schema rejects, without calling the feature', async () => {
    const { topic, calls } = await find('quiz');
    expect(await topic.audienceOf(ACTOR, 'class-1')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('denies watchers who are not signed in unless it names an audience for them', async () => {
    expect((await find('quiz')).topic.publicAudienceOf?.('quiz-1') ?? null).toBeNull();
    const { topic } = await find('banner');
    expect(topic.publicAudienceOf?.('all')).toBe('public');
    expect(topic.publicAudienceOf?.('other')).toBeNull();
  });

  it('passes the parsed id to the feature', async () => {
    const { topic, calls } = await find('quiz');
    expect(await topic.read('quiz-1', 'staff', 5)).toEqual({
      sequence: 7,
      generation: 2,
      rows: [{ key: 'snapshot', sequence: 7, value: 'value' }],
    });
    expect(calls).toEqual([['read', 'QUIZ-1', 'staff', 5]]);
  });

  it('follows the change that it names for the id and the audience', async () => {
    const { topic } = await find('quiz');
    expect(topic.changeOf('quiz-1', 'staff')).toEqual({ topic: 'quiz', id: 'QUIZ-1 staff' });
  });
});

describe('the names of changes', () => {
  const listened: string[] = [];
  const hub = { onChange: (name: string) => listened.push(name) } as unknown as LiveHub;

  it('compile only when a projection declares them', () => {
    hub.onChange('person', () => undefined);
    // @ts-expect-error -- A listener for a misspelt name would never be called, and revoked rights would stay.
    hub.onChange('persons', () => undefined);
    // @ts-expect-error -- A change with a misspelt name would reach no room.
    const change: LiveChange = { topic: 'grade-book', id: 'all' };
    expect(listened).toEqual(['person', 'persons']);
    expect(change.topic).toBe('grade-book');
  });
});
