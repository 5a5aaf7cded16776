import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type BannerSet, bannerEvents } from './banner.events.js';

/** The current banner; null until one is set. */
export type BannerState = BannerSet['data'] | null;

/** Sets the banner. Dates and `now` in ISO 8601, with any offset. */
export interface SetBannerCommand {
  readonly message: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly now: string;
}

const WRONG_ORDER = 'Start date must be before end date';

/**
 * Stream of the banner. Replaces missing dates by now and a missing message by an empty one (docs/rules.md#banner). Setting the same banner
 * again appends no event.
 */
export const bannerStream = defineStream({
  prefix: 'banner',
  key: () => '',
  events: bannerEvents,
  initialState: null as BannerState,

  decide(command: SetBannerCommand, current): BannerSet[] {
    const message = command.message ?? '';
    const [startDate, endDate] = [utc(command.startDate ?? command.now), utc(command.endDate ?? command.now)];
    if (startDate > endDate) {
      throw new DomainError('VALIDATION_FAILED', WRONG_ORDER, 400, { StartDate: [WRONG_ORDER] });
    }
    const isSame = current?.message === message && current.startDate === startDate && current.endDate === endDate;
    return isSame ? [] : [{ type: 'BannerSet', data: { message, startDate, endDate } }];
  },

  evolve: (_, { data }) => data,
});

/** Normalizes a moment to UTC, so that moments can be compared as texts. */
const utc = (moment: string): string => new Date(moment).toISOString();
