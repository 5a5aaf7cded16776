import { defineMessages, plural } from '../../shared/messages/messages.js';

export const resultsMessages = defineMessages('results', {
  title: 'My results',
  yourResults: 'Your results',
  none: 'You have no results yet',
  noneHelp: 'Join a class with the access code from your instructor, then play a scenario. Your attempts appear here.',
  goToPlay: 'Go to the play area',
  outsideClass: 'Outside a class',
  outsideClassHelp: 'These results do not count toward a class.',
  running: 'Running',
  noAttempts: 'You have no attempts in this class yet. Play a scenario while the class is running.',
  place: (rank: string, score: string) => (
    <>
      Rank {rank} <span>with {score} points</span>
    </>
  ),
  frozen: 'Frozen',
  attemptsOf: (scenario: string) => `Attempts of ${scenario}`,
  olderAttempts: (count: number) =>
    plural(count, { one: `${count} older attempt is not listed.`, other: `${count} older attempts are not listed.` }),
  points: (score: number, max: number) => `${score} of ${max} points`,
  questionPoints: (score: number, max: number) => `${score} of ${max} question points`,
  /** Mark of the attempt that the result is of, by the policy of the course. */
  counted: { Best: 'Best attempt', Last: 'Last attempt', Average: 'Best attempt' },
  result: 'Result',
  originally: (points: string, maximum: string) => `Originally ${points} of ${maximum} points`,
  originallyPassed: (points: string, maximum: string) => `Originally ${points} of ${maximum} points, passed`,
  originallyFailed: (points: string, maximum: string) => `Originally ${points} of ${maximum} points, not passed`,
  passed: 'Passed',
  noneCounts: 'None of these attempts counts.',
  notPassed: 'Not passed',
  late: 'Late, not counted',
  setAside: 'Set aside, not counted',
  setAsideReason: (reason: string) => `Your instructor set this result aside: ${reason}`,
  decisionsOf: (scenario: string) => `Decisions about ${scenario}`,
  /** By kind of decision. */
  decisions: {
    Points: (points: string, maximum: string) => `Your instructor set your points: ${points} of ${maximum}.`,
    Excused: 'You are excused from this scenario.',
    Comment: 'Comment of your instructor:',
    Regraded: 'Your instructor regraded this scenario.',
  },
  changed: 'Your instructor has just changed something about your results.',
  onlyWitnessed: 'In this course, only witnessed and verified results count.',
  onlyVerified: 'In this course, only verified results count.',
  lastCounts: 'In this course, your last attempt of each scenario counts.',
  averageCounts: 'In this course, the average of your attempts of each scenario counts.',
  passMark: (percent: number) => `In this course, you pass a scenario from ${percent}%.`,
  answers: {
    notReleased: 'Your instructor has not released the answers of this class.',
    open: (count: number) =>
      plural(count, { one: `Answer to ${count} question`, other: `Answers to ${count} questions` }),
    theAnswers: 'The answers',
    loading: 'Loading answers…',
    withheld: 'Your instructor has withheld these answers again.',
    notGraded: 'Not graded',
  },
});
