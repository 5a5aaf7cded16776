import { given } from '../../platform/eventsourcing/testing/given.js';
import { bannerStream, type SetBannerCommand } from './banner.stream.js';
import type { BannerSet } from './banner.events.js';

const banner = given(bannerStream);
const now = '2026-03-02T12:00:00.000Z';
const nothing: SetBannerCommand = { message: null, startDate: null, endDate: null, now };
const set = (message: string, startDate: string, endDate: string): BannerSet => ({
  type: 'BannerSet',
  data: { message, startDate, endDate },
});
const DAY = ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'] as const;

it('replaces a missing date by now and a missing message by an empty text', () => {
  banner()
    .when(nothing)
    .thenRecords(set('', now, now));
  banner()
    .when({ ...nothing, endDate: DAY[1] })
    .thenRecords(set('', now, DAY[1]));
  banner()
    .when({ ...nothing, message: 'Hello', startDate: DAY[0] })
    .thenRecords(set('Hello', DAY[0], now));
});

it('compares moments in any notation, and stores them in UTC', () => {
  const command = { ...nothing, startDate: '2026-03-02T14:00:00+02:00', endDate: '2026-03-02T12:00:00Z' };
  banner()
    .when(command)
    .thenRecords(set('', now, now));
});

it.each([
  [{ startDate: DAY[1], endDate: DAY[0] }],
  [{ startDate: DAY[1], endDate: null }],
  [{ startDate: null, endDate: DAY[0] }],
  [{ startDate: '2026-03-02T12:00:00.001Z', endDate: '2026-03-02T12:00:00Z' }],
])('rejects %j', (dates) => {
  banner()
    .when({ ...nothing, ...dates })
    .thenRejected('VALIDATION_FAILED', 'Start date must be before end date');
});

it('records a different banner, and the same one only once', () => {
  const [startDate, endDate] = DAY;
  const first = set('Hello', startDate, endDate);
  const command = { message: 'Hello', startDate, endDate, now };
  banner(first).when(command).thenNothing();
  banner(first)
    .when({ ...command, message: 'Bye' })
    .thenRecords(set('Bye', startDate, endDate));
  banner(first, set('Bye', startDate, endDate))
    .when(command)
    .thenRecords(first);
});
