import { defineMessages, plural } from '../../shared/messages/messages.js';

/** Texts of the grading settings of a course, of regrades, and of their previews. */
export const gradingMessages = defineMessages('grading', {
  title: 'Grading',
  scope: 'These settings apply to all classes of the course.',
  couldNotLoad: 'The settings could not be loaded. Close this dialog and try again.',
  count: 'Results that count',
  counts: {
    All: 'All results',
    Witnessed: 'Witnessed and verified results',
    Verified: 'Verified results only',
  },
  attempts: 'Attempt that counts',
  attemptPolicies: { Best: 'The best attempt', Last: 'The last attempt', Average: 'The average of all attempts' },
  missing: 'Missing results in averages',
  missingPolicies: { Nothing: 'Do not count', Zero: 'Count as zero' },
  passMark: 'Pass mark in percent',
  passMarkHint: 'Leave empty: the game decides who passed.',
  passMarkProblem: 'Enter a whole number from 0 to 100, or leave this empty.',
  weights: 'Weights in averages',
  weightsBy: { None: 'All results have the same weight', Scenario: 'By scenario', Campaign: 'By campaign' },
  weightOf: (title: string) => `Weight of ${title}`,
  defaultWeight: '1',
  weightProblem: 'Enter numbers from 0 to 100.',
  submit: 'Apply',
  preview: {
    label: 'Preview',
    computing: 'Computing the preview…',
    failed: 'The preview could not be loaded.',
    nothing: 'No result, average or place changes.',
    lost: (count: number) =>
      plural(count, { one: `${count} result no longer counts.`, other: `${count} results no longer count.` }),
    gained: (count: number) =>
      plural(count, { one: `${count} result counts again.`, other: `${count} results count again.` }),
    changed: (count: number) => plural(count, { one: `${count} result changes.`, other: `${count} results change.` }),
    letters: (count: number) =>
      plural(count, { one: `${count} student gets another letter.`, other: `${count} results get another letter.` }),
    results: 'Results',
    averages: (count: number) => plural(count, { one: `${count} average`, other: `${count} averages` }),
    places: (count: number) =>
      plural(count, { one: `${count} place on the boards`, other: `${count} places on the boards` }),
    student: 'Student',
    session: 'Class',
    scenario: 'Scenario',
    before: 'Before',
    after: 'After',
    none: 'none',
    more: (count: number) =>
      plural(count, { one: `${count} more is not listed.`, other: `${count} more are not listed.` }),
    confirm: 'I have checked the preview.',
  },
});
