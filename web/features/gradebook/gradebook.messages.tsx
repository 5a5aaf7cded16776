import type { ReactNode } from 'react';
import { defineMessages, plural } from '../../shared/messages/messages.js';

export const gradebookMessages = defineMessages('gradebook', {
  title: (course: string) => `Gradebook for ${course}`,
  theGradebook: 'The gradebook',
  couldNotLoad: 'Failed to get session scorecards',
  session: 'Session Name',
  accessCode: 'Access Code ID',
  noCode: 'NO CODE',
  ended: (when: string) => `This class ended on ${when}.`,
  noStudents: 'No Students Enrolled',
  shownOf: (shown: number, enrolled: number) => `${shown} of ${enrolled} students`,
  noMatch: (search: string) => `No students match “${search}”`,
  showAll: 'Show all students',
  legend: 'Grades by percent',
  tooFast: 'Too fast',
  disabled: 'Disabled',
  toolbar: {
    tools: 'Tools',
    toolsFiltered: 'Tools (filtered)',
    label: 'What is shown',
    searchHint: 'Student',
    campaign: 'Campaign',
    allCampaigns: 'All campaigns',
    distribution: 'Distribution',
    print: 'Print',
  },
  late: {
    attempts: (count: number, students: ReactNode) => (
      <>
        {plural(count, {
          one: `${count} attempt arrived too late to count:`,
          other: `${count} attempts arrived too late to count:`,
        })}{' '}
        {students}.
      </>
    ),
    andMore: (students: ReactNode, count: number) => (
      <>
        {students} and {count} more
      </>
    ),
    students: (count: number) => `${count} students`,
  },
  grid: {
    skip: 'Skip to gradebook',
    help: 'Arrow keys move through the cells. Enter opens the attempts of a cell, or the answers of a quiz; Space opens the attempts of a quiz too. On a title Enter or Space sorts.',
    helpNames: 'On the title User Name, Enter sorts by username and Space by name.',
    userName: 'User Name',
    name: 'Name',
    sortByName: 'Sort by name',
    sortBy: (scenario: string) => `Sort by ${scenario}`,
    outOfOrder: 'Order out of date',
    sortAgain: 'Sort again',
    average: 'Average',
    done: 'Done',
    quiz: 'Quiz',
    campaignTypes: { Learn: 'Learn', Compete: 'Compete' },
    classAverage: 'Class average',
    filteredAverage: 'Average (filtered)',
    distribution: 'Distribution of all grades',
    distributionOf: (scenario: string) => `Distribution of the grades in ${scenario}`,
  },
  distribution: {
    title: (scenario: string) => `Distribution: ${scenario}`,
    titleOfAll: 'Distribution: all scenarios shown',
    ofBest: 'Grades of the best attempts.',
    ofAverages: 'Grades of the averages of the students.',
    ofBestShown: (shown: number, enrolled: number) =>
      `Grades of the best attempts, for the ${shown} of ${enrolled} students shown.`,
    ofAveragesShown: (shown: number, enrolled: number) =>
      `Grades of the averages of the students, for the ${shown} of ${enrolled} students shown.`,
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
    couldNotLoad: 'The attempts could not be loaded. Close this and try again.',
    none: 'No attempts yet',
    noneHelp: 'They appear here as soon as one is handed in.',
    attempt: (number: number) => `Attempt ${number}`,
    counts: 'Counts',
    passed: 'Passed',
    notPassed: 'Not passed',
    late: 'Late',
    lateHelp: 'Late: it arrived more than 15 minutes after the class had ended. It is kept, but not counted.',
    tooFastHelp:
      'Too fast: it was over sooner than anybody can be who plays it. It counts like any other; ask how it came about.',
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
