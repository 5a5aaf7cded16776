import { defineMessages, plural } from '../../shared/messages/messages.js';

/** Texts of decisions about cells of the gradebook, and of their history. */
export const decisionsMessages = defineMessages('decisions', {
  menu: (count: number) => plural(count, { one: 'Actions of the cell', other: `Actions of ${count} cells` }),
  attempts: 'Attempts…',
  /** By kind of decision, as menu items and buttons. */
  actions: { Points: 'Set points…', Excused: 'Excuse…', Comment: 'Comment…', Cleared: 'Restore…' },
  titles: {
    Points: (who: string) => `Set the points of ${who}`,
    Excused: (who: string) => `Excuse ${who}`,
    Comment: (who: string) => `Comment for ${who}`,
    Cleared: (who: string) => `Restore the result of ${who}`,
  },
  students: (count: number) => plural(count, { one: `${count} result`, other: `${count} results` }),
  help: {
    Points: 'These points count instead of those of the attempts. You can undo this at any time.',
    Excused: 'The result does not count, and is not missing. You can undo this at any time.',
    Comment: 'The student reads the comment in My results. It changes no points.',
    Cleared: 'Set points and excuses no longer apply. The attempts count again.',
  },
  submit: { Points: 'Set points', Excused: 'Excuse', Comment: 'Save comment', Cleared: 'Restore' },
  points: 'Points',
  maximum: 'Maximum',
  pointsProblem: 'Enter points from 0 to the maximum.',
  maximumProblem: 'Enter a maximum greater than 0.',
  passed: 'Passed',
  reason: 'Reason',
  comment: 'Comment',
  reasonHint: 'The student sees it.',
  couldNotLoad: 'The earlier decisions could not be loaded. Close this dialog and try again.',
  earlier: (count: number) =>
    plural(count, {
      one: 'There is a decision about this result:',
      other: `There are decisions about ${count} results:`,
    }),
  meanwhile: 'Another decision was made in the meantime. Check it below, then confirm again.',
  history: 'Decisions',
  noHistory: 'No decisions yet.',
  /** By kind of decision, in the history. */
  kinds: {
    Points: (points: string, maximum: string) => `Points set: ${points} of ${maximum}`,
    Excused: 'Excused',
    Comment: 'Comment',
    Cleared: 'Restored',
    Accepted: 'Attempt accepted',
    SetAside: 'Attempt set aside',
    Regraded: 'Regraded',
  },
  undone: (when: string) => `Undone on ${when}`,
  undo: 'Undo',
  undoOf: (decision: string) => `Undo: ${decision}`,
  by: (who: string, when: string) => `By ${who} on ${when}`,
  on: (when: string) => `On ${when}`,
  historyFailed: 'The decisions could not be loaded.',
  setAside: 'Set aside…',
  restoreAttempt: 'Count this attempt again…',
  setAsideTitle: 'Set this attempt aside?',
  restoreTitle: 'Count this attempt again?',
  setAsideHelp: 'The attempt is kept but does not count. The student sees this and the reason.',
  restoreHelp: 'The attempt may count again.',
  setAsideSubmit: 'Set aside',
  restoreSubmit: 'Count again',
});
