import { defineMessages, plural } from '../../shared/messages/messages.js';

/** Texts of the attempts and distribution dialogs. Kept apart from those of the page, which loads without the dialogs. */
export const gradebookDialogsMessages = defineMessages('gradebook-dialogs', {
  distribution: {
    title: (scenario: string) => `Distribution: ${scenario}`,
    titleOfAll: 'Distribution: all scenarios shown',
    ofBest: 'Grades of the best attempts.',
    ofAverages: 'Grades of the student averages.',
    ofBestShown: (shown: number, enrolled: number) =>
      `Grades of the best attempts, for the ${shown} of ${enrolled} students shown.`,
    ofAveragesShown: (shown: number, enrolled: number) =>
      `Grades of the student averages, for the ${shown} of ${enrolled} students shown.`,
    table: 'Students by grade',
    grade: 'Grade',
    percent: 'Percent',
    students: 'Students',
    share: 'Share',
    none: 'None',
    noGrade: 'no grade',
  },
  close: 'Close',
  attempts: {
    title: (student: string) => `Attempts of ${student}`,
    couldNotLoad: 'The attempts could not be loaded. Close this dialog and try again.',
    none: 'No attempts yet',
    noneHelp: 'Attempts appear here as soon as they are submitted.',
    attempt: (number: number) => `Attempt ${number}`,
    counts: 'Counted',
    tooFast: 'Too fast',
    passed: 'Passed',
    notPassed: 'Not passed',
    late: 'Late',
    setAside: 'Set aside',
    setAsideHelp: 'Set aside: this attempt is kept but not counted.',
    lateHelp: 'Late: this attempt arrived more than 15 minutes after the class had ended. It is kept but not counted.',
    tooFastHelp:
      'Too fast: this attempt took less time than the scenario needs. It is counted. Ask the student how it was completed.',
    started: 'Started',
    completed: 'Completed',
    duration: 'Duration',
    scenarioPoints: 'Scenario points',
    questionPoints: 'Question points',
    points: (score: number, max: number) => `${score} of ${max}`,
    questions: (count: number) => plural(count, { one: `${count} question`, other: `${count} questions` }),
    questionsCorrect: (count: number, correct: number, counted: number) =>
      plural(count, {
        one: `${count} question, ${correct} of ${counted} fully correct`,
        other: `${count} questions, ${correct} of ${counted} fully correct`,
      }),
    days: (count: number) => `${count} d`,
    hours: (count: number) => `${count} h`,
    minutes: (count: number) => `${count} min`,
    seconds: (count: number) => `${count} s`,
  },
});
