import type { ReactNode } from 'react';
import { defineMessages, plural } from '../../shared/messages/messages.js';

export const leaderboardsMessages = defineMessages('leaderboards', {
  title: 'Leaderboards',
  allClasses: 'All classes on one board',
  clearAll: 'Clear All Leaderboards',
  clearedAt: (when: ReactNode) => <>Cleared at {when}</>,
  searchHint: 'Class, course or organization',
  theLeaderboards: 'The leaderboards',
  noMatch: (search: string) => `No classes match “${search}”.`,
  showAll: 'Show all',
  noneStarted: 'No class has started yet.',
  noneStartedHelp: 'A leaderboard appears when a class starts.',
  columns: {
    class: 'Class',
    course: 'Course',
    organization: 'Organization',
    players: 'Players',
    leader: 'Leader',
    lastResult: 'Last result',
  },
  active: 'Active',
  frozen: 'Frozen',
  board: {
    theLeaderboard: 'The leaderboard',
    couldNotLoad: 'Failed to get session leaderboard',
    notLive: 'Live updates are not available here. Reload the page to try again.',
    frozenForStudents: (since: ReactNode) => (
      <>The board has been frozen for students since {since}. You still see live scores.</>
    ),
    frozenForYou: (since: ReactNode) => (
      <>The board has been frozen since {since}. Points still count. You will see them when the board is revealed.</>
    ),
    noScores: 'No scores yet. Passed Compete scenarios appear here.',
    showMore: 'Show more',
    loading: 'Loading...',
    rank: 'Rank',
    player: 'Player',
    passed: 'Passed',
    score: 'Score',
    you: 'You',
  },
  charts: {
    scores: (places: number) =>
      plural(places, { one: 'Score of the first place', other: `Scores of the first ${places} places` }),
    scenarioPoints: 'Scenario points',
    questionPoints: 'Question points',
    points: 'Points',
    history: 'Score over time',
    time: 'Time',
    timeWithSeconds: 'Time (h:min:s)',
    you: (player: string) => `${player} (you)`,
    line: (results: number, points: number) =>
      [
        plural(results, { one: `${results} result`, other: `${results} results` }),
        plural(points, { one: `${points} point`, other: `${points} points` }),
      ].join(', '),
  },
  projector: {
    title: 'Leaderboard',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    noFullScreen: 'This browser does not allow full screen here.',
    noScores: 'No scores yet',
    up: (places: number) => `up ${places}`,
    down: (places: number) => `down ${places}`,
  },
  freeze: 'Freeze',
  reveal: 'Reveal',
  freezeDialog: {
    title: 'Freeze the board?',
    help: 'Students keep seeing the current standings until you reveal the board. You still see live scores, and all points count.',
    done: 'The board is now frozen for students.',
  },
  revealDialog: {
    title: 'Reveal the board?',
    help: 'Every screen that shows this board switches to the live scores immediately.',
    done: 'The board was revealed.',
  },
  names: 'Names',
  namingDialog: {
    title: 'Names on the boards of this course',
    submit: 'Change',
    label: 'Students see',
    usernames: 'Usernames',
    aliases: 'Made-up names, such as Amber Falcon 4217',
    anonymous: 'Anonymous',
    help: 'Applies immediately to every class of this course. Students always see their own name, and you see all names.',
    done: 'The names on the boards of this course were changed.',
  },
  clearDialog: {
    title: 'Clear All Leaderboards?',
    help: 'The boards of all classes in all organizations are emptied, including boards of running classes and frozen boards. This cannot be undone.',
    kept: 'Gradebooks, attempts and quiz responses are kept.',
    word: 'CLEAR',
    typeWord: (word: string) => `Type ${word} to confirm`,
    wordMissing: (word: string) => `Type ${word} to confirm.`,
    done: 'All leaderboards were cleared.',
  },
});
