import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import { DEFAULT_GRADING, type Grading } from '../../contracts/grading.rule.js';
import type { GradingPreview } from '../../contracts/grading.contract.js';
import type { RegradeChange } from '../../contracts/grading.contract.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, quizScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import { type GradesCommand, gradesStream } from './grades.stream.js';
import { PreviewGradingQuery } from './preview-grading.query.js';

const kit = classKit();

/** A result as pages show it: points, maximum, success; null without one. */
type Shown = readonly [points: number, maximum: number, passed: boolean] | null;

async function shown(): Promise<Map<string, Shown>> {
  await kit.platform.settled();
  const { body } = await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`);
  const rows = gradebookRows(body).flatMap(({ key, value }): [string, Shown][] => {
    if (value?.kind === 'empty') return [[key.replace(':', ' '), null]];
    if (value?.kind !== 'cell') return [];
    const { total, questions, maxTotal, maxQuestions, passed } = value;
    return [[key.replace(':', ' '), [total + questions, maxTotal + maxQuestions, passed]]];
  });
  return new Map(rows);
}

/** Expects that the results before and after a change differ by what the preview said, and by nothing else. */
function expectForeseen({ results }: GradingPreview, before: Map<string, Shown>, after: Map<string, Shown>): void {
  const foreseen = new Map(before);
  for (const { userId, scenarioId, to } of results) {
    foreseen.set(`${userId} ${scenarioId}`, to && [to.points, to.maximum, to.passed]);
  }
  const present = (rows: Map<string, Shown>) => [...rows].filter(([, row]) => row !== null).toSorted();
  expect(present(after)).toEqual(present(foreseen));
}

const previews = () => kit.platform.app.get(PreviewGradingQuery);
const decide = (command: GradesCommand): Promise<unknown> =>
  kit.platform.app.get(Commands).handle(gradesStream.of(kit.course.id), command, systemContext(new Date()));
const now = new Date().toISOString();

beforeEach(async () => {
  for (const totalScore of [900, 100, 400]) {
    const attempt = sampleAttempt(kit.session.id, competeScenario, { totalScore, passed: totalScore > 200 });
    expect((await kit.student.post('/scores', attempt)).status).toBe(202);
  }
  await kit.student.post('/scores', sampleAttempt(kit.session.id, quizScenario));
  await kit.platform.settled();
});

it.each<[string, Partial<Grading>]>([
  ['the last attempt', { attempts: 'Last' }],
  ['the mean', { attempts: 'Average', passMark: 50 }],
  ['no reported results', { count: 'Witnessed' }],
])('foresees what the gradebook shows after a change to %s', async (_, changes) => {
  const grading = { ...DEFAULT_GRADING, ...changes };
  const before = await shown();
  const preview = await previews().settings(kit.course.id, grading);
  await decide({ kind: 'change-grading', courseId: kit.course.id, grading, now });
  const after = await shown();
  expectForeseen(preview, before, after);
  expect([preview.lost, preview.gained]).toEqual([
    [...before].filter(([key]) => !after.has(key)).length,
    [...after].filter(([key]) => !before.has(key)).length,
  ]);
});

it('does not count sandboxes as missing results', async () => {
  const sandbox = { ...competeScenario, scenarioId: randomUUID(), gameMode: 'Sandbox' as const };
  const found = jest
    .spyOn(kit.platform.app.get(ClassCatalogueQuery), 'of')
    .mockResolvedValue([competeScenario, quizScenario, sandbox]);
  const { averages } = await previews().settings(kit.course.id, { ...DEFAULT_GRADING, missing: 'Zero' });
  found.mockRestore();
  expect(averages.map(({ userId }) => userId)).not.toContain(kit.student.userId);
});

it.each<[string, RegradeChange]>([
  ['without the scenario', { kind: 'Drop' }],
  ['with full marks', { kind: 'FullMarks' }],
  ['with fewer points', { kind: 'Points', points: -50 }],
])('foresees what the gradebook shows after a regrade %s, and after it is undone', async (_, change) => {
  const { scenarioId } = competeScenario;
  const rule = { questionText: null, change, neverLower: false, passedShare: 0.6 };
  const before = await shown();
  const preview = await previews().regrade(kit.course.id, { sessionId: null, scenarioId, rule });
  const decisionId = randomUUID();
  const place = { courseId: kit.course.id, decisionId, sessionId: null, scenarioId, reason: 'Unclear.' };
  await decide({ kind: 'regrade', ...place, ...rule, now });
  expectForeseen(preview, before, await shown());
  expect(preview.changed).toBe(1);
  await decide({ kind: 'undo', courseId: kit.course.id, sessionId: null, decisionId, now });
  expect(await shown()).toEqual(before);
});
