import type { ReactNode } from 'react';
import { readableNumber } from '../../shared/locale.js';
import { defineMessages, plural } from '../../shared/messages/messages.js';

const events = (count: number): string =>
  plural(count, { one: `${readableNumber(count)} event`, other: `${readableNumber(count)} events` });

export const operationsMessages = defineMessages('operations', {
  /** Joins facts about one thing. */
  facts: (facts: readonly string[]) => facts.join(', '),
  both: (names: readonly string[]) => names.join(' and '),
  unknown: 'unknown',
  units: {
    days: (count: number) => `${count} d`,
    hours: (count: number) => `${count} h`,
    minutes: (count: number) => `${count} min`,
    seconds: (count: string) => `${count} s`,
    milliseconds: (count: number) => `${count} ms`,
    kilobytes: (count: number) => `${count} kB`,
    megabytes: (count: number) => `${count} MB`,
    gigabytes: (count: number) => `${count} GB`,
    events,
    eventsOrMore: (count: number) => `${readableNumber(count)} events or more`,
  },
  status: {
    title: 'STATUS',
    notLoaded: 'The status could not be loaded.',
    notLoadedHelp: 'If this persists, the server or its database is down. Check the log of the server.',
    loadAgain: 'Load the status again',
    stale: (at: string) =>
      `The server is not responding. This is the status of ${at}. It is requested again every few seconds.`,
    asOf: (at: string, node: ReactNode) => (
      <>
        As of {at}, reported by {node}
      </>
    ),
    respondingNode: 'the responding node',
    parts: 'Dependencies',
    nodes: 'Nodes',
    lag: 'Lag behind the log',
  },
  problems: {
    label: 'Problems',
    none: 'All systems operational',
    noneHelp: 'No action needed.',
    error: 'Error',
    warning: 'Needs attention',
  },
  parts: {
    up: 'Up',
    unknown: 'Unknown',
    noResponse: 'no response',
    database: 'Database',
    respondsIn: (milliseconds: number) => `responds in ${milliseconds} ms`,
    oldestWrite: (duration: string) => `oldest write open for ${duration}`,
    blocked: (events: string) => `${events} blocked`,
    jobs: (store: string) => `Jobs in ${store}`,
    waiting: (count: number) => `${count} waiting`,
    delayed: (count: number) => `${count} delayed`,
    active: (count: number) => `${count} active`,
    failed: (count: number) => `${count} failed`,
    done: (count: number) => `${count} done`,
    mail: 'Mail',
    stripe: 'Stripe',
    nothingWaits: 'queue is empty',
    oldestFor: (duration: string) => `oldest waiting for ${duration}`,
  },
  game: {
    name: 'Game',
    loading: 'loading',
    noBuild: 'no build installed',
    productOfBuild: (product: string, build: string) => `${product} (build ${build})`,
    engineVersion: (version: string) => `engine version ${version}`,
    engineUnknown: 'engine version unknown',
    notCompressed: 'not compressed',
    gzip: 'gzip',
    brotli: 'Brotli',
    decompressedByLoader: 'decompressed by its own loader',
    needsIsolation: 'needs cross-origin isolation',
  },
  nodes: {
    unknown: 'The list of nodes could not be loaded in time.',
    leader: 'Leader',
    silentFor: (duration: string) => `No heartbeat for ${duration}`,
    about: (roles: string, version: string, upSince: ReactNode) => (
      <>
        {roles}, version {version}, up since {upSince}
      </>
    ),
    aboutLeader: (roles: string, version: string, upSince: ReactNode, leadsSince: ReactNode) => (
      <>
        {roles}, version {version}, up since {upSince}, leader since {leadsSince}
      </>
    ),
    connections: 'Live connections',
    openConnections: (open: number, anonymous: number) => `${open} (${anonymous} without a session)`,
    pushWithin: 'Push latency (p95)',
    noRecentPush: 'no recent pushes',
    databaseConnections: 'Database connections',
    poolUse: (used: number, max: number, waiting: number) => `${used} of ${max}, ${waiting} waiting`,
    eventLoop: 'Event loop lag',
    memory: 'Memory',
    clockOffset: 'Clock offset',
    freeDisk: 'Free disk',
    push: 'Push',
    curve: (name: string, most: string) => `${name} over the last five minutes: ${most}`,
    noData: 'no data yet',
    atMost: (value: string) => `at most ${value}`,
  },
  curves: {
    start: '5 min ago',
    end: 'now',
  },
  lag: {
    unknown: 'The lag of readers could not be loaded in time.',
    readModels: 'Read models',
    reactors: 'Reactors',
    reactorsAre: (summary: string) => `Reactors: ${summary}`,
    allUpToDate: (count: number) => `all ${count} are up to date`,
    someBehind: (behind: number, count: number) => `${behind} of ${count} are behind`,
    someSkipped: (count: number) =>
      plural(count, { one: `${count} has skipped events`, other: `${count} have skipped events` }),
    skipped: (events: string) => `${events} skipped`,
    stalled: (time: string) => `No progress for ${time}`,
    behind: (events: string, duration: string) => `${events}, ${duration} behind`,
    upToDate: 'Up to date',
    curveUnknown: 'Lag: no data yet',
    curve: (now: string, most: string) => `Lag over the last five minutes: now ${now}, at most ${most}`,
    rebuildOf: (reader: string) => `Rebuild of ${reader}`,
    rebuildStarts: 'Rebuild is starting',
    rebuilt: (done: string, total: string) => `Rebuilt ${done} of ${total} events`,
  },
  deadLetters: {
    title: 'DEAD LETTERS',
    help: 'Events that a reader could not process, and jobs that failed on every attempt. No data is lost.',
    notLoaded: 'The list could not be loaded.',
    old: 'The list may be out of date, because it could not be loaded again.',
    loadAgain: 'Load the list again',
    none: 'No dead letters.',
    noneHelp: 'Failed jobs and events appear here with next steps.',
    jobsUnknown: 'The job store is not responding. Failed jobs are not shown.',
    oldest: (shown: number, total: number) =>
      `The oldest ${shown} of ${total} are shown. The others follow when these are resolved.`,
    error: 'Error',
    since: 'Since',
    event: 'Event',
    eventAt: (type: string, version: number | null, stream: string) => `${type}, number ${version} of ${stream}`,
    eventsFrom: (type: string, version: number | null, stream: string, later: number) =>
      plural(later, {
        one: `${type}, number ${version} of ${stream}, and ${later} later event`,
        other: `${type}, number ${version} of ${stream}, and ${later} later events`,
      }),
    recorded: 'Recorded',
  },
  letterKinds: {
    projection: 'Read model',
    reactor: 'Reactor',
    job: 'Job',
  },
  replay: {
    rebuild: 'Rebuild',
    rebuilding: 'Rebuilding',
    runAgain: 'Run again',
    runningAgain: 'Running again',
    actionOn: (action: string, reader: string) => `${action}: ${reader}`,
    question: (action: string, reader: string) => `${action}: ${reader}?`,
    failed: 'The request failed. Try again.',
    rebuildHelp:
      'A new read model is built from the whole log and replaces the current one when it is complete. Until then the current one keeps serving, and the platform is under more load. If the cause still exists, the same events are skipped again.',
    runAgainHelp: 'This is safe to run again. If the cause still exists, the entry returns to this list.',
    audited: 'The audit records your request.',
    rebuildStarted: 'Rebuild requested.',
    reactorStarted: 'The events are processed again.',
    jobStarted: 'The job is run again.',
  },
});
