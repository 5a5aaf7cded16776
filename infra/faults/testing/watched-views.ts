import type { Gradebook, GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { LeaderboardEntry, LiveLeaderboard } from '../../../api/contracts/leaderboard.contract.js';
import { leaderboardTopicId } from '../../../api/contracts/leaderboard-topic.rule.js';
import type { WatchReply } from '../../../api/contracts/live.contract.js';
import type { PresenceRow } from '../../../api/contracts/presence.contract.js';
import type { ApiClient } from '../../simulate/api-client.js';
import { LiveSocket } from '../../simulate/live-socket.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';

const ANSWER_MS = 5_000;
const BACK_OFF = { firstMs: 200, longestMs: 1_000 };

/** A live view as of an event of the projector. */
export interface AsOf<View> {
  readonly sequence: number;
  readonly view: View;
}

/** What an instructor saw at one moment. Each view has its own sequence, because each is read on its own. */
export interface SeenMoment {
  readonly rows: AsOf<ReadonlyMap<string, GradebookRow | null>>;
  readonly columns: AsOf<Gradebook['scenarios']>;
  readonly staff: AsOf<readonly LeaderboardEntry[]>;
  readonly students: AsOf<readonly LeaderboardEntry[]>;
}

/** A row of the monitor at a time of the database's clock, in milliseconds. */
export interface SeenPresence {
  readonly at: number;
  readonly userId: string;
  readonly row: PresenceRow;
}

/** Watches gradebook, boards and monitor of a class by their live topics, and stores what they show. */
export class WatchedViews {
  readonly moments: SeenMoment[] = [];
  readonly presence: SeenPresence[] = [];
  private rows: SeenMoment['rows'] = { sequence: 0, view: new Map() };
  private readonly boards: LiveSocket;
  private readonly watchers: readonly { start(): Promise<void>; close(): void }[];

  private constructor(
    private readonly instructor: ApiClient,
    private readonly sessionId: string,
  ) {
    this.boards = new LiveSocket(instructor, BACK_OFF);
    this.watchers = [
      new LiveWatcher<GradebookRow>(instructor, 'gradebook', sessionId, (rows, full, sequence) => {
        const view = new Map(full ? [] : this.rows.view);
        for (const { key, value } of rows) view.set(key, value);
        this.rows = { sequence, view };
      }),
      new LiveWatcher<PresenceRow>(instructor, 'presence', sessionId, (rows) => {
        for (const { key, sequence, value } of rows) {
          if (value) this.presence.push({ at: sequence, userId: key, row: value });
        }
      }),
    ];
  }

  static async start(instructor: ApiClient, sessionId: string): Promise<WatchedViews> {
    const views = new WatchedViews(instructor, sessionId);
    views.boards.socket.connect();
    await Promise.all(views.watchers.map((watcher) => watcher.start()));
    return views;
  }

  /** Stores what is shown now. */
  async store(): Promise<void> {
    const { rows, instructor, sessionId } = this;
    const staff = await this.board(leaderboardTopicId({ sessionId }));
    const students = await this.board(leaderboardTopicId({ sessionId, asStudents: true }));
    const { scenarios, sequence } = await instructor.get<Gradebook>(`/api/sessions/${sessionId}/gradebook`);
    if (staff && students) this.moments.push({ rows, staff, students, columns: { sequence, view: scenarios } });
  }

  /** Reads a board with its sequence. A pushed board has that of its last change, so a frozen one would be compared only once. */
  private async board(id: string): Promise<AsOf<readonly LeaderboardEntry[]> | undefined> {
    const watched = this.boards.socket.timeout(ANSWER_MS).emitWithAck('watch', { topic: 'leaderboard', id });
    const reply = (await (watched as Promise<WatchReply<LiveLeaderboard>>).catch(() => undefined)) ?? { ok: false };
    const view = reply.ok ? reply.rows[0]?.value?.topScores : undefined;
    return reply.ok && view ? { sequence: reply.sequence, view } : undefined;
  }

  close(): void {
    this.boards.close();
    for (const watcher of this.watchers) watcher.close();
  }
}
