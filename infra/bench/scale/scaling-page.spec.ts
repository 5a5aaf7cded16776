import { readFileSync } from 'node:fs';
import { REPLICA_FILE, replicaBlock, type ReplicaResults } from '../replica/replica-results.js';
import { chartsOf } from './charts.js';
import { blockOf } from './generated-blocks.js';
import { SCALE_FILE, SCALING_PAGE, SIZING_PAGE } from './publish-scale.js';
import type { ScaleResults } from './scale-results.js';
import { figuresOf } from './scale.suite.js';
import { blocksOf, sizingBlocksOf } from './scaling-page.js';

const results = JSON.parse(readFileSync(SCALE_FILE, 'utf8')) as ScaleResults;
const page = readFileSync(SCALING_PAGE, 'utf8');

it.each(Object.entries(blocksOf(results)))('contains the measured values of %s', (name, text) => {
  expect(blockOf(page, name)).toBe(text);
});

it.each(Object.entries(sizingBlocksOf(results)))(
  'contains the sizes of %s that follow from the measured values',
  (name, text) => {
    expect(blockOf(readFileSync(SIZING_PAGE, 'utf8'), name)).toBe(text);
  },
);

it('contains the measured values of replica', () => {
  expect(blockOf(page, 'replica')).toBe(replicaBlock(JSON.parse(readFileSync(REPLICA_FILE, 'utf8')) as ReplicaResults));
});

it('shows existing drawings', () => {
  const shown = [...page.matchAll(/\(\.\.\/infra\/bench\/results\/([\w-]+\.svg)\)/g)].map(([, name]) => name);
  expect(shown.length).toBeGreaterThan(0);
  expect(Object.keys(chartsOf(results))).toEqual(expect.arrayContaining(shown));
});

it('describes the machine only by cores and memory', () => {
  expect(Object.keys(results.machine)).toEqual(['cores', 'memoryGb']);
  expect(figuresOf(results).filter(({ value }) => !Number.isFinite(value))).toEqual([]);
});
