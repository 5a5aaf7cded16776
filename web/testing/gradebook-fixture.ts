import type { Gradebook, GradebookRow } from '../../api/contracts/gradebook.contract.js';
import { gradebookContent } from '../../api/contracts/gradebook-content.fixture.js';

export const SESSION_ID = '0198c0de-0000-7000-8000-000000000010';

const scenario = (number: number, title: string, quiz = false): Gradebook['scenarios'][number] => ({
  scenarioId: `s${number}`,
  scenarioTitle: `${title}, in full`,
  scenarioShortTitle: title,
  scenarioType: quiz ? 'Quiz' : 'Default',
  campaignId: number < 3 ? 'c1' : 'c2',
  campaignTitle: number < 3 ? 'Orbital Basics' : 'Contested Orbits',
  campaignType: number < 3 ? 'Learn' : 'Compete',
  contentType: quiz ? 'Quiz' : 'Globe',
  gameMode: number < 3 ? 'Learn' : 'Compete',
  maxTotalScore: quiz ? 0 : 100,
  maxQuestionsScore: quiz ? 50 : 0,
});

export const SCENARIOS = [
  scenario(1, 'Orbit Raising'),
  scenario(2, 'Fundamentals', true),
  scenario(3, 'Rendezvous and Proximity'),
];

export const student = (username: string): GradebookRow => ({
  kind: 'student',
  username,
  firstName: 'First',
  lastName: 'Last',
  enabled: true,
});

/** Returns a class's gradebook with these rows, by live row key. */
export const gradebookOf = (rows: Record<string, GradebookRow>): Gradebook => ({
  ...gradebookContent(rows, Object.keys(rows).length),
  session: {
    id: SESSION_ID,
    name: 'Operations 101 - Class 3',
    groupId: 'g1',
    startDate: '2026-03-01T09:30:00Z',
    endDate: null,
    scheduledStartDate: null,
    scheduledEndDate: null,
    groupName: 'Operations 101',
    accessCode: 'K7QX4M',
  },
  scenarios: SCENARIOS,
  generation: 1,
});
