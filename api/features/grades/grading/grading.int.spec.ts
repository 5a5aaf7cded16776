import { randomUUID } from 'node:crypto';
import type { GradingSettings } from '../../../contracts/grading.contract.js';
import { DEFAULT_GRADING } from '../../../contracts/grading.rule.js';
import type { Problem } from '../../../contracts/problem.contract.js';
import { defaultCatalogue } from '../../catalogue/default-catalogue.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario } from '../../../testing/sample-attempt.js';

const kit = classKit();
const path = () => `/groups/${kit.course.id}/grading`;
const change = (changes: Partial<GradingSettings>) =>
  kit.instructor.put<Problem>(path(), { ...DEFAULT_GRADING, ...changes });
const weights = (values: Record<string, number>) => ({ weights: { by: 'Scenario' as const, values } });

it('has the default settings until they are changed', async () => {
  expect((await kit.instructor.get(path())).body).toEqual(DEFAULT_GRADING);
  const changed = {
    ...DEFAULT_GRADING,
    missing: 'Zero',
    passMark: 50,
    ...weights({ [competeScenario.scenarioId]: 2 }),
  };
  expect(await kit.instructor.put(path(), changed)).toMatchObject({ status: 200, body: changed });
  await kit.platform.settled();
  expect((await kit.instructor.get(path())).body).toEqual(changed);
});

it('refuses weights of unknown scenarios, and weights that are all zero', async () => {
  const unknown = await change(weights({ [randomUUID()]: 2 }));
  expect(unknown).toMatchObject({
    status: 400,
    body: { errors: { Weights: [expect.stringContaining('not in the')] } },
  });
  const none = Object.fromEntries(defaultCatalogue().map(({ scenarioId }) => [scenarioId, 0]));
  const zero = await change(weights(none));
  expect(zero).toMatchObject({ status: 400, body: { errors: { Weights: [expect.stringContaining('At least one')] } } });
});

it('previews settings without changing them', async () => {
  const other = { ...DEFAULT_GRADING, passMark: 50 };
  const { status, body } = await kit.instructor.post(`${path()}/preview`, other);
  expect([status, body]).toMatchObject([200, { lost: 0, gained: 0, changed: 0, results: [] }]);
  await kit.platform.settled();
  expect((await kit.instructor.get(path())).body).toEqual(DEFAULT_GRADING);
});

it('refuses students', async () => {
  expect((await kit.student.post(`${path()}/preview`, DEFAULT_GRADING)).status).toBe(403);
  expect((await kit.student.get(path())).status).toBe(403);
  expect((await kit.student.put(path(), DEFAULT_GRADING)).status).toBe(403);
});
