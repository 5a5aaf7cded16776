import type { ReactNode } from 'react';
import { readableNumber } from '../../shared/locale.js';
import { defineMessages, plural } from '../../shared/messages/messages.js';

const events = (count: number): string =>
  plural(count, { one: `${readableNumber(count)} event`, other: `${readableNumber(count)} events` });

export const operationsMessages = defineMessages('operations', {
  /** Facts about one thing, one after the other. */
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
    notLoadedHelp: 'If it stays so, the server or its database is down: its log says why.',
    loadAgain: 'Load the status again',
    stale: (at: string) =>
      `The server does not answer. This is how it was at ${at}; it is asked again every few seconds.`,
    asOf: (at: string, node: string) => `As of ${at}, as ${node} sees it`,
    nodeThatAnswered: 'the node that answered',
    parts: 'What it leans on',
    nodes: 'Nodes',
    lag: 'Lag behind the log',
  },
  problems: {
    label: 'What needs a hand',
    none: 'All is well',
    noneHelp: 'Nothing needs a hand.',
    error: 'Wrong',
    warning: 'Look at it',
  },
  parts: {
    up: 'Up',
    unknown: 'Unknown',
    noAnswer: 'no answer',
    database: 'Database',
    answersIn: (milliseconds: number) => `answers in ${milliseconds} ms`,
    oldestWrite: (duration: string) => `oldest write open for ${duration}`,
    heldUp: (events: string) => `${events} held up`,
    jobs: (store: string) => `Jobs in ${store}`,
    waiting: (count: number) => `${count} waiting`,
    delayed: (count: number) => `${count} for later`,
    active: (count: number) => `${count} at work`,
    failed: (count: number) => `${count} failed`,
    done: (count: number) => `${count} done`,
    mail: 'Mail',
    stripe: 'Stripe',
    nothingWaits: 'nothing waits',
    oldestFor: (duration: string) => `the oldest for ${duration}`,
  },
  game: {
    name: 'Game',
    stillRead: 'still being read',
    noBuild: 'no build to play',
    productOfBuild: (product: string, build: string) => `${product} (build ${build})`,
    engineVersion: (version: string) => `engine version ${version}`,
    engineNotKnown: 'engine version not known',
    notCompressed: 'not compressed',
    gzip: 'gzip',
    brotli: 'Brotli',
    unpackedByLoader: 'unpacked by its own loader',
    needsIsolation: 'needs cross-origin isolation',
  },
  nodes: {
    unknown: 'Which nodes there are could not be told in time.',
    leads: 'Leads',
    silentFor: (duration: string) => `Silent for ${duration}`,
    about: (roles: string, version: string, upSince: ReactNode) => (
      <>
        {roles}, version {version}, up since {upSince}
      </>
    ),
    aboutLeader: (roles: string, version: string, upSince: ReactNode, leadsSince: ReactNode) => (
      <>
        {roles}, version {version}, up since {upSince}, leads since {leadsSince}
      </>
    ),
    connections: 'Live connections',
    openConnections: (open: number, anonymous: number) => `${open} (${anonymous} without a session)`,
    pushWithin: 'Push, 95 of 100 within',
    noneLately: 'none lately',
    databaseConnections: 'Database connections',
    poolUse: (used: number, max: number, waiting: number) => `${used} of ${max}, ${waiting} waiting`,
    eventLoop: 'Event loop, late by',
    memory: 'Memory',
    clockOffBy: 'Clock off by',
    freeDisk: 'Free disk',
    push: 'Push',
    curve: (name: string, most: string) => `${name} over the last five minutes: ${most}`,
    nothingYet: 'nothing yet',
    atMost: (value: string) => `at most ${value}`,
  },
  curves: {
    start: '5 min ago',
    end: 'now',
  },
  lag: {
    unknown: 'How far readers are could not be told in time.',
    readModels: 'Read models',
    reactors: 'Reactors',
    reactorsAre: (summary: string) => `Reactors: ${summary}`,
    allUpToDate: (count: number) => `all ${count} are up to date`,
    someBehind: (behind: number, count: number) => `${behind} of ${count} are behind`,
    somePutAside: (count: number) =>
      plural(count, { one: `${count} has put events aside`, other: `${count} have put events aside` }),
    putAside: (events: string) => `${events} put aside`,
    stalled: (time: string) => `No progress for ${time}`,
    behind: (events: string, duration: string) => `${events}, ${duration} behind`,
    upToDate: 'Up to date',
    curveUnknown: 'Lag: nothing is known yet',
    curve: (now: string, most: string) => `Lag over the last five minutes: now ${now}, at most ${most}`,
    rebuildOf: (reader: string) => `Rebuild of ${reader}`,
    rebuildBegins: 'Rebuild about to begin',
    rebuilt: (done: string, total: string) => `Rebuilt ${done} of ${total} events`,
  },
  deadLetters: {
    title: 'DEAD LETTERS',
    help: 'Events that a reader failed at, and jobs that failed at every try. Nothing of them is lost.',
    notLoaded: 'The list could not be loaded.',
    old: 'The list may be old: it could not be loaded again.',
    loadAgain: 'Load the list again',
    none: 'No dead letters.',
    noneHelp: 'When a reader or a job fails for good, it stands here with what to do.',
    jobsUnknown: 'The store of the jobs does not answer: failed jobs are not shown.',
    oldest: (shown: number, total: number) => `The oldest ${shown} of ${total}; the others follow when these are gone.`,
    error: 'Error',
    since: 'Since',
    event: 'Event',
    eventAt: (type: string, version: number | null, stream: string) => `${type}, number ${version} of ${stream}`,
    eventsFrom: (type: string, version: number | null, stream: string, later: number) =>
      `${type}, number ${version} of ${stream}, with ${later} later ones`,
    recorded: 'Recorded',
  },
  letterKinds: {
    projection: 'Read model',
    reactor: 'Reactor',
    job: 'Job',
  },
  replay: {
    rebuild: 'Rebuild',
    beingRebuilt: 'Being rebuilt',
    runAgain: 'Run again',
    beingRunAgain: 'Being run again',
    actionOn: (action: string, reader: string) => `${action}: ${reader}`,
    question: (action: string, reader: string) => `${action}: ${reader}?`,
    failed: 'It could not be asked for.',
    rebuildHelp:
      'The read model is built from the whole log beside the one that serves, and takes its place when it is complete. Until then everything goes on; the platform has more to do meanwhile. Where the cause is still there, the same events are put aside again.',
    runAgainHelp:
      'It changes nothing where it was done already. Where the cause is still there, it comes back to this list.',
    audited: 'The audit notes who asked for it.',
    rebuildStarted: 'The rebuild was asked for.',
    reactorStarted: 'It is run again.',
    jobStarted: 'The job is run again.',
  },
});
