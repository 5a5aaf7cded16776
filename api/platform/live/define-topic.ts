import type { FactoryProvider, Type } from '@nestjs/common';
import type { ZodType } from 'zod';
import type { LiveTopic } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { LiveChange } from '../eventsourcing/projection.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from './live-topic.js';

type Instances<Services extends readonly Type<unknown>[]> = {
  [Index in keyof Services]: Services[Index] extends Type<infer Service> ? Service : never;
};

/** Admits watchers to a topic and reads its rows. All watchers of one audience see the same rows. */
export interface TopicReader<Id, Audience extends string> {
  /** Returns the actor's audience by the rule of the GET that the topic mirrors. Null denies access to the id. */
  audienceOf(actor: Actor, id: Id): Promise<Audience | null>;
  /** Returns the audience of watchers who are not signed in. A topic without it is for signed-in watchers only. */
  publicAudienceOf?(id: Id): Audience | null;
  /** Reads the rows changed after `since`, all rows for 0; of kind `presence` always all rows. */
  read(id: Id, audience: Audience, since: number): Promise<LiveRead>;
}

/** Options of `defineTopic`. */
export interface TopicOptions<Id, Audience extends string, Services extends readonly Type<unknown>[]> {
  readonly topic: LiveTopic;
  readonly kind: LiveTopicDefinition['kind'];
  /** Shortest time between two messages of a room in milliseconds, for large messages to many watchers; default 100. */
  readonly pauseMs?: number;
  /** Schema of the topic's ids. Watching an id that it rejects is answered like watching an unknown one. */
  readonly id: ZodType<Id>;
  /** The change after which the rows of an id are read again. Projections publish it, or this node by `LiveHub.changed`. */
  readonly follows: (id: Id, audience: string) => LiveChange;
  /** Services that `create` receives, in this order. */
  readonly inject: Services;
  readonly create: (...services: Instances<Services>) => TopicReader<Id, Audience>;
}

/**
 * Defines a live topic as a provider for the module of its feature. The topic is registered when the module is created. Access
 * is denied by default: only watchers for whom `audienceOf` or `publicAudienceOf` returns an audience are admitted.
 */
export function defineTopic<Id, Audience extends string, const Services extends readonly Type<unknown>[]>(
  options: TopicOptions<Id, Audience, Services>,
): FactoryProvider<LiveTopicDefinition> {
  return {
    provide: Symbol(`live topic ${options.topic}`),
    inject: [LiveTopics, ...options.inject],
    useFactory: (topics: LiveTopics, ...services: unknown[]) => {
      const definition = toDefinition(options, options.create(...(services as Instances<Services>)));
      topics.register(definition);
      return definition;
    },
  };
}

function toDefinition<Id, Audience extends string>(
  { topic, kind, pauseMs, id: schema, follows }: Omit<TopicOptions<Id, Audience, []>, 'inject' | 'create'>,
  reader: TopicReader<Id, Audience>,
): LiveTopicDefinition {
  return {
    topic,
    kind,
    ...(pauseMs !== undefined && { pauseMs }),
    audienceOf: async (actor, id) => {
      const parsed = schema.safeParse(id);
      return parsed.success ? reader.audienceOf(actor, parsed.data) : null;
    },
    publicAudienceOf: (id) => {
      const parsed = schema.safeParse(id);
      return parsed.success ? (reader.publicAudienceOf?.(parsed.data) ?? null) : null;
    },
    changeOf: (id, audience) => follows(schema.parse(id), audience),
    // The audience is one that `audienceOf` or `publicAudienceOf` has returned.
    read: (id, audience, since) => reader.read(schema.parse(id), audience as Audience, since),
  };
}
