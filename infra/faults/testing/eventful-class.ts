import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import type { ClientConfig } from '../../../api/contracts/client-config.contract.js';
import type { Group } from '../../../api/contracts/group.contract.js';
import type { PresenceReport } from '../../../api/contracts/presence.contract.js';
import { ApiClient } from '../../simulate/api-client.js';
import { LiveSocket } from '../../simulate/live-socket.js';
import { makeAttempt } from '../../simulate/make-attempt.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';
import type { Account } from '../../simulate/accounts.js';

const BACK_OFF = { firstMs: 200, longestMs: 1_000 };
const LONGEST_PAUSE_MS = 100;
/** Of all actions: results, and results of students who were offline. The others change presence. */
const RESULTS = 0.6;
const OFFLINE_RESULTS = 0.2;

interface Player {
  readonly client: ApiClient;
  readonly connection: LiveSocket;
  report: PresenceReport;
}

/** A class with everything that makes a debrief difficult, played through the public API. */
export class EventfulClass {
  private readonly players: readonly Player[];
  private scenarios: readonly Scenario[];
  private readonly startedAt = new Date();

  constructor(
    private readonly played: PreparedClass,
    private readonly course: Group,
    private readonly admin: Account,
  ) {
    this.scenarios = played.scenarios;
    this.players = played.students.map((client) => {
      const connection = new LiveSocket(client, BACK_OFF);
      const { sessionId } = played;
      const report = { sessionId, scenarioId: null, since: null, idle: false, needsHelp: false };
      const player: Player = { client, connection, report };
      connection.socket.on('connect', () => say(player));
      connection.socket.connect();
      return player;
    });
  }

  /** Lets students act, one after another, for a while. */
  async act(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      const player = randomOf(this.players);
      if (Math.random() < RESULTS) await this.submit(player);
      else this.changePresence(player);
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
  }

  /** Submits a result of each student that was completed before the class ended, and arrives only now. */
  async arriveLate(): Promise<void> {
    for (const player of this.players) await this.submit(player, this.startedAt);
  }

  async freeze(frozen: boolean): Promise<void> {
    await this.instructor.send('PUT', `/api/groups/${this.course.id}/leaderboard`, { frozen });
  }

  async end(): Promise<void> {
    await this.instructor.send('DELETE', `/api/groups/${this.course.id}/activesession`);
  }

  async resume(): Promise<void> {
    await this.instructor.send('PUT', `/api/groups/${this.course.id}/lastactivesession`);
  }

  /** Publishes the catalogue with other titles and without its first scenario. */
  async publish(): Promise<void> {
    const { url } = this.instructor;
    const { catalogueId } = (await (await fetch(`${url}/config.json`)).json()) as ClientConfig;
    const path = `/api/courses/${catalogueId}/headers`;
    const [, ...kept] = await this.instructor.get<Scenario[]>(path);
    const renamed = kept.map((each) => ({ ...each, scenarioShortTitle: `${each.scenarioShortTitle} 2` }));
    await new ApiClient(url, this.admin).send('PUT', path, renamed);
    const ids = new Set(renamed.map(({ scenarioId }) => scenarioId));
    this.scenarios = this.scenarios.filter(({ scenarioId }) => ids.has(scenarioId));
  }

  close(): void {
    for (const { connection } of this.players) connection.close();
  }

  private get instructor(): ApiClient {
    return this.played.instructor;
  }

  private async submit({ client }: Player, completedAt?: Date): Promise<void> {
    const scenario = randomOf(this.scenarios);
    const completed = completedAt ?? (Math.random() < OFFLINE_RESULTS ? this.startedAt : new Date());
    const best = Math.random() * (scenario.maxTotalScore || scenario.maxQuestionsScore);
    await client.send('POST', '/api/scores', makeAttempt(scenario, this.played.sessionId, best, completed));
  }

  private changePresence(player: Player): void {
    const { socket } = player.connection;
    const { helpId: _helpId, ...report } = player.report;
    const { scenarioId } = randomOf(this.scenarios);
    const change = randomOf(['scenario', 'idle', 'help', 'connection'] as const);
    if (change === 'connection') {
      if (socket.connected) socket.disconnect();
      else socket.connect();
      return;
    }
    if (change === 'help' && !report.needsHelp) player.report = { ...report, needsHelp: true, helpId: randomUUID() };
    else if (change === 'help') player.report = { ...report, needsHelp: false };
    else if (change === 'idle') player.report = { ...player.report, idle: !report.idle };
    else player.report = { ...player.report, scenarioId, since: new Date().toISOString() };
    say(player);
  }
}

function say({ connection: { socket }, report }: Player): void {
  if (socket.connected) socket.emit('presence', report);
}

const randomOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;
