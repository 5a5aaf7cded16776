import fc from 'fast-check';
import { averagedClass, averagesOfClass, contentOfClass } from '../../../api/contracts/averaged-class.fixture.js';
import { CELL_MARKS, DEFAULT_GRADING, type Grading } from '../../../api/contracts/grading.rule.js';
import { gradebookRows } from '../../../api/contracts/gradebook-rows.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { gradebookCell } from '../../../api/contracts/gradebook-content.fixture.js';
import { SCENARIOS } from '../../testing/gradebook-fixture.js';
import { createAverages } from './averages.js';
import { OVERALL } from './cell-sums.js';
import { createDoneCounts } from './done-counts.js';

const student = (userId: string) => ({ userId, username: userId, name: '', enabled: true });

function averagesOf(cells: Record<string, GradebookRow>) {
  let frame = (): void => undefined;
  const store = createRowStore<GradebookRow>([], (run) => (frame = run));
  let sequence = 0;
  const set = (key: string, value: GradebookRow | null) => {
    store.apply([{ key, sequence: (sequence += 1), value }]);
    frame();
  };
  for (const [key, value] of Object.entries(cells)) set(key, value);
  return { set, store, averages: createAverages(store, ['a', 'b', 'c'].map(student), SCENARIOS) };
}

describe('averages of a gradebook', () => {
  it('computes floored means of exact shares, by student, by scenario and overall', () => {
    const { averages } = averagesOf({
      'a:s1': gradebookCell({ total: 99 }),
      'a:s2': gradebookCell({ total: 0, maxTotal: 0, questions: 2, maxQuestions: 3 }),
      'b:s1': gradebookCell({ total: 80.5 }),
      'gone:s1': gradebookCell({ total: 0 }),
      'a:removed': gradebookCell({ total: 0 }),
      'a:s3': gradebookCell({ maxTotal: 0 }),
    });
    // (99 + 66.67) / 2; 80.5; (99 + 80.5) / 2; 66.67; no attempt; (99 + 66.67 + 80.5) / 3
    expect(['a', 'b', 's1', 's2', 's3', OVERALL].map((part) => averages.percentOf(part))).toEqual([
      82,
      80,
      89,
      66,
      null,
      82,
    ]);
    expect(averages.percentOf('c')).toBeNull();
  });

  it('counts thirds that add up to a whole as 100 percent', () => {
    const third = (questions: number) => gradebookCell({ maxTotal: 0, questions, maxQuestions: 3 });
    const { averages } = averagesOf({ 'a:s1': third(1), 'b:s1': third(2), 'c:s1': third(3), 'a:s2': third(0) });
    expect(averages.percentOf('s1')).toBe(66);
    expect(averages.percentOf(OVERALL)).toBe(50);
  });

  it('includes changes from before `follow` was called', () => {
    const { set, averages } = averagesOf({ 'a:s1': gradebookCell({ total: 50 }) });
    set('a:s1', gradebookCell({ total: 80 }));
    set('b:s1', gradebookCell({ total: 60 }));
    expect(averages.percentOf('s1')).toBe(50);
    const stop = averages.follow();
    expect(averages.percentOf('s1')).toBe(70);
    stop();
  });

  it('gives the same result after any number of changes as a full count', () => {
    const { set, averages, store } = averagesOf({});
    const stop = averages.follow();
    for (let turn = 0; turn < 500; turn += 1) {
      set(`${'abc'[turn % 3]}:s${(turn % 2) + 1}`, gradebookCell({ total: (turn * 37.123) % 100 }));
    }
    set('c:s1', null);
    const anew = createAverages(store, ['a', 'b', 'c'].map(student), SCENARIOS);
    for (const part of ['a', 'b', 'c', 's1', 's2', OVERALL]) {
      expect([part, averages.percentOf(part)]).toEqual([part, anew.percentOf(part)]);
    }
    stop();
  });

  it('notifies only subscribers of the averages that changed', () => {
    const { set, averages } = averagesOf({ 'a:s1': gradebookCell({ total: 10 }) });
    const notified: string[] = [];
    for (const part of ['a', 'b', 's1', 's2', OVERALL]) averages.subscribe(part, () => notified.push(part));
    set('a:s1', gradebookCell({ total: 20 }));
    const stop = averages.follow();
    expect(notified).toEqual(['a', 's1', OVERALL]);
    expect(averages.percentOf('a')).toBe(20);
    set('b:s2', gradebookCell({ total: 30 }));
    stop();
    set('a:s2', gradebookCell({ total: 30 }));
    expect(notified).toEqual(['a', 's1', OVERALL, 'b', 's2', OVERALL]);
  });
});

describe('averages by the settings of the course', () => {
  const STUDENTS = ['a', 'b', 'c'];
  const grading = (changes: Partial<Grading>): GradebookRow => ({ kind: 'grading', ...DEFAULT_GRADING, ...changes });
  const EXCUSED: GradebookRow = { kind: 'empty', marks: CELL_MARKS.excused };

  it('are those of the rule, before and after live changes', () => {
    const anyClass = fc
      .array(fc.nat(), { minLength: 60, maxLength: 60 })
      .map((numbers) => averagedClass(STUDENTS, SCENARIOS, numbers));
    fc.assert(
      fc.property(anyClass, anyClass, (first, next) => {
        const { set, averages } = averagesOf({});
        const stop = averages.follow();
        for (const each of [first, next]) {
          for (const { key, value } of gradebookRows(contentOfClass(each))) {
            if (key.includes(':') || key === 'grading') set(key, value);
          }
          expect({
            students: STUDENTS.map(averages.percentOf),
            scenarios: SCENARIOS.map(({ scenarioId }) => averages.percentOf(scenarioId)),
            overall: averages.percentOf(OVERALL),
          }).toEqual(averagesOfClass(each));
        }
        stop();
      }),
    );
  });

  it('notify all subscribers when the settings change', () => {
    const { set, averages } = averagesOf({ 'a:s1': gradebookCell({ total: 90 }), 'b:s1': EXCUSED });
    const stop = averages.follow();
    const seen: unknown[] = [];
    for (const part of ['a', 'b', 's1']) averages.subscribe(part, () => seen.push(averages.percentOf(part)));
    set('grading', grading({ missing: 'Zero' }));
    expect(seen).toEqual([30, 0, 45]);
    set('grading', grading({ weights: { by: 'Scenario', values: { s1: 2 } } }));
    expect(seen.slice(3)).toEqual([90, null, 90]);
    stop();
    set('grading', grading({ missing: 'Zero' }));
    expect(seen).toHaveLength(6);
  });

  it('notify subscribers of settings that changed before `follow` was called', () => {
    const { set, averages } = averagesOf({ 'a:s1': gradebookCell({ total: 90 }) });
    const seen: unknown[] = [];
    averages.subscribe('a', () => seen.push(averages.percentOf('a')));
    set('grading', grading({ missing: 'Zero' }));
    averages.follow()();
    expect(seen).toEqual([30]);
  });

  it('leave excused students out of the counts of finished scenarios', () => {
    const { store } = averagesOf({
      'a:s1': gradebookCell({ total: 90 }),
      'a:s2': EXCUSED,
      'b:s1': { kind: 'empty', marks: 8 },
    });
    const done = createDoneCounts(store, ['a', 'b'].map(student), SCENARIOS);
    expect(['a', 'b'].map((id) => [done.countOf(id), done.scenariosOf(id)])).toEqual([
      [1, 2],
      [0, 3],
    ]);
    expect(done.percentOfAll()).toBe(20);
  });
});
