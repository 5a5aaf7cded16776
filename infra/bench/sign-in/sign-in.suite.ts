import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../../simulate/accounts.js';
import { ApiClient } from '../../simulate/api-client.js';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { percentile } from '../../simulate/percentile.js';
import { playClass } from '../../simulate/play-class.js';
import { prepareClass } from '../../simulate/prepare-class.js';
import { type Figure, figure, median } from '../figure.js';
import type { Suite, SuiteContext } from '../suite.js';

const SIGN_INS_PER_SECOND = 200;
const SCORES_PER_SECOND = 50;
const SECONDS = 20;
/** Number of sign-ins for known and for unknown names. Together fewer than the limit of failures per address. */
const GUESSES = 60;

/** Measures the effect of many sign-ins on the scores of a class, and whether response times reveal that a name exists. */
export const signIn: Suite = {
  name: 'sign-in',
  async run(context) {
    const { fixture, start } = await context.environment();
    const platform = await start();
    try {
      const difference = await guesses(platform.url, fixture.accounts.watchers);
      return [difference, ...(await rush(platform.url, context))];
    } finally {
      await platform.stop();
    }
  },
};

/** Tries wrong passwords, alternately for existing and unknown names. */
async function guesses(url: string, accounts: readonly Account[]): Promise<Figure> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let nth = 0; nth < GUESSES; nth += 1) {
    known.push(await timedSignIn(url, accounts[nth % accounts.length]!.username, 'wrong_password_1'));
    unknown.push(await timedSignIn(url, `nobody${nth}`, 'wrong_password_1'));
  }
  const difference = Math.abs(median(known) - median(unknown));
  return figure('wrong password, known against unknown name', difference, 'ms', { atMost: 5 });
}

async function rush(url: string, { say, environment }: SuiteContext): Promise<Figure[]> {
  const { liveInstructor, players, watchers } = (await environment()).fixture.accounts;
  const prepared = await prepareClass(url, { instructor: liveInstructor, students: players });
  const times: number[] = [];
  const students = players.map((account) => new TimedClient(url, account, times));
  await Promise.all(students.map((student) => student.token()));
  const answers = new Map<number, number>();
  const signIns = signInAtRate(url, watchers, answers);
  await playClass({ ...prepared, students }, { rate: SCORES_PER_SECOND, seconds: SECONDS }, new AttemptLedger());
  await signIns;
  const statuses = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  say(`${SIGN_INS_PER_SECOND} sign-ins/s for ${SECONDS} s: ${statuses}; ${times.length} scores meanwhile`);
  return [figure('POST /api/scores during the rush, p99', percentile(times, 99)!, 'ms', { atMost: 1_000 })];
}

/** Records the response time of each score. */
class TimedClient extends ApiClient {
  constructor(
    url: string,
    account: Account,
    private readonly times: number[],
  ) {
    super(url, account);
  }

  override async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const began = performance.now();
    const answer = await super.send<T>(method, path, body);
    this.times.push(performance.now() - began);
    return answer;
  }
}

async function signInAtRate(url: string, accounts: readonly Account[], answers: Map<number, number>): Promise<void> {
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let nth = 0; nth < SIGN_INS_PER_SECOND * SECONDS; nth += 1) {
    const { username, password } = accounts[nth % accounts.length]!;
    underWay.push(countAnswer(postSignIn(url, username, password), answers));
    await pause(Math.max(0, began + ((nth + 1) * 1_000) / SIGN_INS_PER_SECOND - performance.now()));
  }
  await Promise.all(underWay);
}

async function countAnswer(answered: Promise<number>, answers: Map<number, number>): Promise<void> {
  const status = await answered;
  answers.set(status, (answers.get(status) ?? 0) + 1);
}

async function timedSignIn(url: string, username: string, password: string): Promise<number> {
  const began = performance.now();
  await postSignIn(url, username, password);
  return performance.now() - began;
}

async function postSignIn(url: string, username: string, password: string): Promise<number> {
  const response = await fetch(`${url}/api/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  await response.arrayBuffer();
  return response.status;
}
