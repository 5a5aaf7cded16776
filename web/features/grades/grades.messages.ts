import { defineMessages, plural } from '../../shared/messages/messages.js';

export const gradesMessages = defineMessages('grades', {
  title: 'To review',
  theList: 'The results to review',
  none: 'Nothing to review',
  noneHelp: 'Implausible results appear here immediately, with the reason. They count until you decide.',
  more: (count: number) =>
    plural(count, {
      one: `${count} more result to review appears when you have decided about these.`,
      other: `${count} more results to review appear when you have decided about these.`,
    }),
  undecided: 'Without a decision',
  decided: 'Decided',
  of: (points: string, maximum: string) => `${points} of ${maximum} points`,
  late: 'Late',
  reasons: 'Reasons to review',
  /** By flag. */
  flags: {
    BeganBeforeClass: 'It began before the class started.',
    BeganBeforeJoining: 'It began before the student joined the class.',
    Overlapping: 'It overlaps another attempt of the same student.',
    LongerThanWitnessed: 'It claims to have taken longer than the time since the server saw it begin.',
    TooFast: 'It took less time than the scenario needs.',
    ScoreNotFromAnswers: 'The points of a question do not follow from the chosen answers.',
    VerificationDiffers: 'The server computed another result from the recorded inputs.',
  },
  facts: {
    started: 'Started',
    completed: 'Completed',
    arrived: 'Arrived',
    claimedStart: 'Start by the clock of the player',
    claimedEnd: 'End by the clock of the player',
    claimed: 'Claimed',
    computed: 'Computed by the server',
    passed: (points: string) => `${points} points, passed`,
    notPassed: (points: string) => `${points} points, not passed`,
  },
  accept: 'Accept',
  setAside: 'Set aside',
  undo: 'Undo',
  acceptOf: (scenario: string, student: string) => `Accept ${scenario} of ${student}`,
  setAsideOf: (scenario: string, student: string) => `Set aside ${scenario} of ${student}`,
  undoOf: (scenario: string, student: string) => `Undo the decision about ${scenario} of ${student}`,
  accepted: 'Accepted',
  asideNow: 'Set aside, not counted',
  decidedBy: (who: string, when: string) => `By ${who} on ${when}`,
  decidedOn: (when: string) => `On ${when}`,
  done: { Accepted: 'Result accepted', SetAside: 'Result set aside', undone: 'Decision undone' },
  decide: {
    accept: (student: string) => `Accept the result of ${student}?`,
    setAside: (student: string) => `Set aside the result of ${student}?`,
    acceptHelp: 'The result counts and leaves the list.',
    setAsideHelp:
      'The result is kept but no longer counts. The student sees this and the reason. You can undo it at any time.',
    reason: 'Reason',
    optional: 'Optional.',
    failed: 'The decision could not be saved',
  },
  counting: {
    open: 'Results that count',
    title: 'Results that count',
    label: 'Count in all classes of this course',
    choices: {
      All: 'All results',
      Witnessed: 'Witnessed and verified results',
      Verified: 'Verified results only',
    },
    submit: 'Apply',
    done: 'Results that count changed',
    computing: 'Computing the preview…',
    couldNotPreview: 'The preview could not be loaded.',
    nothing: 'No result and no place changes.',
    lost: (count: number) =>
      plural(count, { one: `${count} result no longer counts.`, other: `${count} results no longer count.` }),
    gained: (count: number) =>
      plural(count, { one: `${count} result counts again.`, other: `${count} results count again.` }),
    changed: (count: number) =>
      plural(count, {
        one: `${count} result is replaced by another attempt.`,
        other: `${count} results are replaced by another attempt.`,
      }),
    places: (count: number) =>
      plural(count, { one: `${count} place on the boards changes:`, other: `${count} places on the boards change:` }),
    place: (student: string, session: string, from: string, to: string) => `${student}, ${session}: ${from} → ${to}`,
    noPlace: 'none',
    confirm: 'I have checked the preview.',
  },
});
