import { jest } from '@jest/globals';
import pg, { type Pool } from 'pg';
import type { EventStore } from '../event-store.js';
import { LOG_START } from '../message.js';
import { ProjectionSet } from './projection-set.js';
import { Rebuild } from './rebuild.js';

const LIVE = { position: LOG_START, sequence: 0 };

it('repeats a step that was too slow after ten times its duration, so that the live read models have most of the time', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const projections = new ProjectionSet([]);
  const begun: number[] = [];
  jest.spyOn(projections, 'toRebuild').mockImplementation(async () => {
    begun.push(now);
    now += 60_000;
    throw Object.assign(new pg.DatabaseError('canceling statement', 1, 'error'), { code: '57014' });
  });
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const rebuild = new Rebuild({ pool: {} as Pool, store: {} as EventStore, projections, noticeMs: 0, onError }, 1n);
  for (; now <= 1_500_000; now += 10_000) expect(await rebuild.step(LIVE)).toBe('nothing to do');
  jest.restoreAllMocks();
  expect(begun).toEqual([0, 660_000, 1_320_000]);
  expect(errors).toHaveLength(3);
});
