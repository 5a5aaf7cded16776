import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BANNER_TOPIC_ID } from '../../contracts/banner.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ReadModelPlace } from '../../platform/eventsourcing/projecting/read-model-place.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { BannerQuery } from './banner.query.js';

/** Topic `banner`, id `all`: what GET /api/systemSettings/bannerMessage answers, for everybody. */
@Injectable()
export class BannerLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'banner';
  readonly kind = 'snapshot';

  constructor(
    private readonly topics: LiveTopics,
    private readonly banner: BannerQuery,
    private readonly place: ReadModelPlace,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(_actor: Actor, id: string): Promise<string | null> {
    return this.publicAudienceOf(id);
  }

  publicAudienceOf(id: string): string | null {
    return id === BANNER_TOPIC_ID ? 'public' : null;
  }

  changeIdOf(id: string): string {
    return id;
  }

  async read(): Promise<LiveRead> {
    const { sequence, generation } = await this.place.read(['banner']);
    return { sequence, generation, rows: [{ key: 'snapshot', sequence, value: await this.banner.current() }] };
  }
}
