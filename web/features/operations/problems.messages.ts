import { affectedBy, remedyFor } from '../../../api/contracts/dead-letter-words.rule.js';
import { defineMessages, plural } from '../../shared/messages/messages.js';

const READ_DEAD_LETTERS = 'See the dead letters below for causes and next steps.';

/** Problems of the platform and their remedies for operators. Names end with the unit of durations and sizes. */
export const problemsMessages = defineMessages('problems', {
  noLeader: {
    what: 'No active leader: read models are not updated, and classes, mails and seals are delayed.',
    remedy:
      'Start a worker (ROLES=worker). If one is running, its log shows why it cannot lead: no database, or a clock that is more than 2 s off.',
  },
  databaseSilent: {
    what: 'The database did not respond within a second.',
    remedy: 'Check that it is running, and check its load.',
  },
  databaseSlow: {
    what: (milliseconds: number) => `The database takes ${milliseconds} ms to respond.`,
    remedy: 'Check its load, and the network between it and this node.',
  },
  oldTransaction: {
    what: (application: string, role: string, ageSeconds: number, isAtLeast: boolean, events: number) => {
      const owner = application ? `${application} (role ${role})` : `The role ${role}`;
      const blocked = plural(events, { one: `${events} event`, other: `${events} events` });
      return `${owner} has had a transaction open for ${isAtLeast ? 'at least ' : ''}${ageSeconds} s. It blocks ${blocked}.`;
    },
    remedy:
      'Read models are not updated until it ends. Unless it is a backup or a migration that ends soon, terminate it: select pg_terminate_backend(pid) from pg_stat_activity, the row with the oldest backend_xid.',
  },
  behind: {
    what: (names: readonly string[], more: number, lagSeconds: number) =>
      `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: up to ${lagSeconds} s behind the log.`,
    remedy: 'The leader is catching up. If the lag grows, read its log. The oldest transaction may block it.',
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
    remedy: 'Synchronize both machines with the same time source (NTP).',
  },
  poolFull: {
    what: (node: string, count: number) =>
      plural(count, {
        one: `${count} request on ${node} waits for a connection to the database.`,
        other: `${count} requests on ${node} wait for a connection to the database.`,
      }),
    remedy: 'Short waits are harmless. If they persist, look for slow statements, or start another node.',
  },
  busy: {
    what: (node: string, lateMilliseconds: number) =>
      `${node} is overloaded: its event loop lags by up to ${lateMilliseconds} ms.`,
    remedy: 'Start another node, or check what else runs on this machine.',
  },
  slowPush: {
    what: (node: string, lateSeconds: string) => `Live updates from ${node} arrive ${lateSeconds} s after the change.`,
    remedy: 'Check which read models are behind, and check the load of the node.',
  },
  diskFull: {
    what: (node: string, freeMegabytes: number) => `${node} has ${freeMegabytes} MB left on the disk of DATA_DIR.`,
    remedy: 'Free disk space. A database without free space stops.',
  },
  jobStoreSilent: {
    what: (store: string) => `${store}, which stores the jobs, is not responding.`,
    remedy: (store: string) => `No job is lost: due work is also stored in tables. Check that ${store} is running.`,
    remedyForRedis:
      'No job is lost: due work is also stored in tables. Check that Redis is running and that REDIS_URL is correct.',
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
    remedy: 'Check that the mail server responds and that SMTP_URL is correct. Each mail is retried for three days.',
  },
  stripeWaits: {
    what: (count: number, oldestSeconds: number) =>
      `Stripe events are not being processed: ${count} waiting, the oldest for ${oldestSeconds} s.`,
    remedy: "Check Stripe's status page, and that STRIPE_SECRET_KEY is correct. The events are retried automatically.",
  },
  game: 'The game cannot be played.',
  /** The command line also prints these, in English. */
  deadLetters: { affectedBy, remedyFor },
});
