import { affectedBy, remedyFor } from '../../../api/contracts/dead-letter-words.rule.js';
import { defineMessages, plural } from '../../shared/messages/messages.js';

const READ_DEAD_LETTERS = 'The dead letters below say which, why, and what to do.';

/** Problems of the platform and their remedies for operators. Names end with the unit of durations and sizes. */
export const problemsMessages = defineMessages('problems', {
  noLeader: {
    what: 'No worker leads: read models stand still, and classes, mails and seals wait.',
    remedy:
      'Start a worker (ROLES=worker). If one is running, its log says why it cannot lead: no database, or a clock that is more than 2 s off.',
  },
  databaseSilent: {
    what: 'The database did not answer within a second.',
    remedy: 'Check that it is running and what it is busy with.',
  },
  databaseSlow: {
    what: (milliseconds: number) => `The database takes ${milliseconds} ms to answer.`,
    remedy: 'Check what it is busy with, and the network between it and this node.',
  },
  oldTransaction: {
    what: (application: string, role: string, ageSeconds: number, isAtLeast: boolean, events: number) => {
      const owner = application ? `${application} (role ${role})` : `The role ${role}`;
      const waiting = plural(events, { one: `${events} event waits`, other: `${events} events wait` });
      return `${owner} has had a transaction open for ${isAtLeast ? 'at least ' : ''}${ageSeconds} s; ${waiting} for its end.`;
    },
    remedy:
      'Read models show nothing newer until it ends. If it is not a backup or a migration that ends soon, end it: select pg_terminate_backend(pid) from pg_stat_activity, the row with the oldest backend_xid.',
  },
  behind: {
    what: (names: readonly string[], more: number, lagSeconds: number) =>
      `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: up to ${lagSeconds} s behind the log.`,
    remedy: 'The leader is catching up. If the lag grows, read its log; the oldest transaction may block it.',
  },
  stalled: {
    reader: (name: string, stalledSeconds: number) => `Reader ${name} has made no progress for ${stalledSeconds} s.`,
    rebuild: (name: string, stalledSeconds: number) =>
      `The rebuild of ${name} has made no progress for ${stalledSeconds} s.`,
    remedy: "Read the leading worker's log. End the oldest transaction if it blocks all readers.",
  },
  parked: {
    what: (count: number) =>
      plural(count, {
        one: `${count} event was skipped because a reader failed on it.`,
        other: `${count} events were skipped because a reader failed on them.`,
      }),
    remedy: READ_DEAD_LETTERS,
  },
  nodeSilent: {
    what: (node: string, silentSeconds: number) => `${node} has sent no heartbeat for ${silentSeconds} s.`,
    remedy: 'If it was not stopped on purpose, check whether its process is running and reaches the database.',
  },
  clock: {
    what: (node: string, offsetSeconds: string) => `The clock of ${node} is ${offsetSeconds} s off the database's.`,
    cannotLead: (node: string, offsetSeconds: string) =>
      `The clock of ${node} is ${offsetSeconds} s off the database's, so it cannot lead.`,
    remedy: 'Set both machines by the same time source (NTP).',
  },
  poolFull: {
    what: (node: string, count: number) =>
      plural(count, {
        one: `${count} request on ${node} waits for a connection to the database.`,
        other: `${count} requests on ${node} wait for a connection to the database.`,
      }),
    remedy: 'A moment of this is harmless. If it lasts, look for slow statements, or start another node.',
  },
  busy: {
    what: (node: string, lateMilliseconds: number) =>
      `${node} is overloaded: everything happens up to ${lateMilliseconds} ms late.`,
    remedy: 'Start another node, or check what else runs on this machine.',
  },
  slowPush: {
    what: (node: string, lateSeconds: string) => `Live updates from ${node} arrive ${lateSeconds} s after the change.`,
    remedy: 'Check which read models are behind, and how busy the node is.',
  },
  diskFull: {
    what: (node: string, freeMegabytes: number) => `${node} has ${freeMegabytes} MB left on the disk of DATA_DIR.`,
    remedy: 'Free some space: a database without space stops.',
  },
  jobStoreSilent: {
    what: (store: string) => `${store}, which stores the jobs, does not answer.`,
    remedy: (store: string) => `No job is lost: what is due is also in tables. Check that ${store} is running.`,
    remedyForRedis:
      'No job is lost: what is due is also in tables. Check that Redis is running and that REDIS_URL is right.',
  },
  jobsFailed: {
    what: (count: number) =>
      plural(count, {
        one: `${count} job has failed on every attempt.`,
        other: `${count} jobs have failed on every attempt.`,
      }),
    remedy: READ_DEAD_LETTERS,
  },
  mailsWait: {
    what: (count: number, oldestSeconds: number) =>
      `Mails are not sent: ${count} waiting, the oldest for ${oldestSeconds} s.`,
    remedy: 'Check that the mail server answers and that SMTP_URL is right. Each mail is tried for three days.',
  },
  stripeWaits: {
    what: (count: number, oldestSeconds: number) =>
      `Messages from Stripe are not processed: ${count} waiting, the oldest for ${oldestSeconds} s.`,
    remedy: "Check Stripe's own status page, and that STRIPE_SECRET_KEY is right. They are tried again automatically.",
  },
  game: 'The game cannot be played.',
  /** The command line also prints these, in English. */
  deadLetters: { affectedBy, remedyFor },
});
