import type { DeadLetterKind } from './dead-letter.contract.js';

/** User-visible name of each read model, by the projection's name. */
const SHOWN_BY_PROJECTION: Readonly<Record<string, string>> = {
  'access-codes': 'the list of access codes',
  'answer-releases': 'which classes show answers on My results',
  attempts: "students' attempts, gradebooks, leaderboards and quiz responses",
  audit: 'the audit and the History drawer',
  banner: 'the system-wide banner',
  catalogues: 'the scenarios that can be played',
  courses: 'the courses and when their classes run',
  'debrief-releases': 'which classes students can see again',
  grades: 'decisions about results',
  'organization-members': 'how many users an organization has',
  organizations: 'organizations, and who may play',
  people: 'the users, their roles and whether they are enabled',
  recordings: 'recordings of classes',
  rosters: 'who is in which class',
  sandboxes: 'the list of sandboxes',
  seats: 'how many seats are taken',
  'sent-answers': 'whether games receive the answers of quizzes',
};

/** Consequence of a parked event, by the reactor's name. */
const DONE_BY_REACTOR: Readonly<Record<string, string>> = {
  'cancel-unpaid-schedules': 'Scheduled classes of an unpaid organization were not cancelled and will start.',
  'customer-closings': 'The Stripe subscription of a deleted user was not ended.',
  'due-transitions': 'A class may start or end late.',
  'email-mails': 'A mail about a change of an e-mail address is not sent.',
  'end-sessions': 'A user whose rights changed is still signed in. Every request checks the new rights.',
  'erased-people': 'The key of an erased person was not deleted permanently, and the e-mail address is still reserved.',
  'flight-verification': 'A flight is not flown again, so its result stays witnessed.',
  'invite-imported': 'An imported user gets no mail to choose a password.',
  'member-accounts': 'Accounts are not disabled or enabled with their class.',
  'moved-members': 'A user who moved to another organization is still in courses of the old one.',
  'organization-deletion': 'A deleted organization still exists, without seats.',
  'password-mails': 'A mail about a password is not sent.',
  seats: 'A seat of a former user is still counted as used.',
  'sign-out-unpaid': 'Users of an unpaid organization are still signed in. Their requests are rejected.',
  subscriptions: 'A user whose subscription has ended can still play.',
};

const JOBS: Readonly<Record<string, string>> = {
  'send-mail': 'A mail was delayed. It is stored in the outbox, and the next sweep retries it.',
  'user-import': 'An import of users is paused. It is stored, and the next sweep continues it.',
};

/** Returns the effect that users notice. */
export function affectedBy(kind: DeadLetterKind, reader: string, events: number): string {
  if (kind === 'job') return JOBS[reader] ?? 'Work is delayed. It is also stored in a table and will be retried.';
  if (kind === 'reactor') return DONE_BY_REACTOR[reader] ?? 'The consequences of this event are missing.';
  const shown = SHOWN_BY_PROJECTION[reader] ?? `the data of ${reader}`;
  return `${events === 1 ? 'One event is' : `${events} events are`} missing in ${shown}. Everything else is up to date.`;
}

/** Returns the remedy for the operator. */
export function remedyFor(kind: DeadLetterKind): string {
  if (kind === 'projection') {
    return 'Install the version that can read the event, then rebuild. The read model is rebuilt from the whole log while the current one serves, and replaces it when it is complete.';
  }
  return 'Remove the cause, then run it again. This is safe.';
}

/** The names above, so that a test can check that none is missing. */
export const NAMES_WITH_WORDS = {
  projection: Object.keys(SHOWN_BY_PROJECTION),
  reactor: Object.keys(DONE_BY_REACTOR),
} as const;
