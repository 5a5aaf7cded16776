import { momentsOf, stampOf, toMoment, toPicker, zoneAt, type OffsetAt } from './local-time.js';

/** Central Europe in 2026: clocks go forward on March 29 and back on October 25, both at 01:00 UTC. */
const berlin: OffsetAt = (ms) => {
  const summer = ms >= Date.UTC(2026, 2, 29, 1) && ms < Date.UTC(2026, 9, 25, 1);
  return summer ? 120 : 60;
};
const momentsIn = (picked: string, zone: OffsetAt) => momentsOf(picked, zone).map(toMoment);

describe('local times', () => {
  it.each([
    ['in winter', '2026-01-15T09:30', ['2026-01-15T08:30:00Z']],
    ['in summer', '2026-07-15T09:30', ['2026-07-15T07:30:00Z']],
    ['just before clocks go forward', '2026-03-29T01:59', ['2026-03-29T00:59:00Z']],
    ['in the skipped hour', '2026-03-29T02:30', []],
    ['just after clocks went forward', '2026-03-29T03:00', ['2026-03-29T01:00:00Z']],
    ['in the repeated hour', '2026-10-25T02:30', ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']],
    ['just after clocks went back', '2026-10-25T03:00', ['2026-10-25T02:00:00Z']],
    ['when the field is empty', '', []],
  ])('finds all times for a local clock reading %s', (_, picked, moments) => {
    expect(momentsIn(picked, berlin)).toEqual(moments);
  });

  it('finds times in zones west of Greenwich and with fractional-hour offsets', () => {
    expect(momentsIn('2026-01-15T22:00', () => -570)).toEqual(['2026-01-16T07:30:00Z']);
  });

  it('converts a time back into the picker format', () => {
    expect(toPicker(new Date('2026-10-25T00:30:00Z'), berlin)).toBe('2026-10-25T02:30');
    expect(toPicker(new Date('2026-10-25T01:30:00Z'), berlin)).toBe('2026-10-25T02:30');
  });

  it('shows MM/DD/YYYY @ HH:mm in local time', () => {
    const local = new Date(2026, 2, 1, 9, 5);
    expect(stampOf(local.toISOString())).toBe('03/01/2026 @ 09:05');
  });

  it('names the zone', () => {
    expect(zoneAt(new Date())).not.toBe('');
  });
});
