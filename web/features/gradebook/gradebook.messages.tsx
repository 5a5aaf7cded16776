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
  /** What staff decided about a cell, by `CELL_MARKS`. */
  marks: {
    points: 'Points set by staff.',
    excused: 'Excused.',
    regraded: 'Regraded.',
    comment: 'Commented.',
    setAside: 'An attempt was set aside.',
  },
  noteOf: (student: string, scenario: string, note: string) => (
    <>
      <b>
        {student}, {scenario}:
      </b>{' '}
      <span>{note}</span>
    </>
  ),
  original: (result: string, passed: boolean) => `Original: ${result}, ${passed ? 'passed' : 'not passed'}.`,
  selection: {
    label: 'Selected cells',
    select: 'Select cells',
    help: 'Tap cells to select them.',
    count: (count: number) => plural(count, { one: `${count} cell selected`, other: `${count} cells selected` }),
    decide: 'Decide…',
    clear: 'Clear selection',
  },
  toolbar: {
    tools: 'Tools',
    toolsFiltered: 'Tools (filtered)',
    label: 'View options',
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
    students: (count: number) => plural(count, { one: `${count} student`, other: `${count} students` }),
  },
  grid: {
    skip: 'Skip to gradebook',
    help: 'Arrow keys move through the cells. Enter opens the attempts of a cell, or the answers to a quiz. Space opens the attempts of a cell or a quiz. The menu key opens the actions of a cell. Shift with an arrow key selects several cells, Escape clears the selection. On a column title, Enter or Space sorts.',
    helpNames: 'On the column title User Name, Enter sorts by username and Space by name.',
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
});
