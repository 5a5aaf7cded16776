import { z } from 'zod';
import { BANNER_TOPIC_ID } from '../../contracts/banner.contract.js';
import { ReadModelPositions } from '../../platform/eventsourcing/projecting/read-model-positions.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { snapshot } from '../../platform/live/live-topic.js';
import { BannerQuery } from './banner.query.js';

/** Topic `banner`, id `all`: the response of GET /api/systemSettings/bannerMessage, also for watchers without a session. */
export const bannerTopic = defineTopic({
  topic: 'banner',
  kind: 'snapshot',
  id: z.literal(BANNER_TOPIC_ID),
  follows: (id) => ({ topic: 'banner', id }),
  inject: [BannerQuery, ReadModelPositions],
  create: (banner, place) => ({
    audienceOf: async () => 'public',
    publicAudienceOf: () => 'public',
    read: async () => snapshot(await place.read(['banner']), await banner.current()),
  }),
});
