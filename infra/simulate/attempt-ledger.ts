import { cellKey } from '../../api/contracts/cell-key.rule.js';
import type { GradebookCell } from '../../api/contracts/gradebook.contract.js';
import { toMoment } from '../../api/contracts/primitives.contract.js';
import type { SubmitScoreRequest } from '../../api/contracts/score.contract.js';

/** The facts that decide which of two attempts a cell shows. `completedAt` is written as in the API. */
interface AttemptStatus {
  readonly points: number;
  readonly completedAt: string;
}

interface Entry extends AttemptStatus {
  readonly attemptId: string;
  readonly postedAt: number;
  acknowledged: boolean;
  seen: boolean;
}

const standsAtLeast = (cell: AttemptStatus, attempt: AttemptStatus): boolean =>
  cell.points > attempt.points || (cell.points === attempt.points && cell.completedAt >= attempt.completedAt);

/**
 * Records the submitted attempts and those that arrived over the socket. A cell shows a student's best attempt, so an attempt counts as
 * seen when its cell shows it or a better one.
 */
export class AttemptLedger {
  readonly latencies: number[] = [];
  private readonly entries = new Map<string, Entry>();
  private readonly waiting = new Map<string, Entry[]>();
  private readonly cells = new Map<string, AttemptStatus>();

  get submitted(): number {
    return this.entries.size;
  }

  get acknowledged(): readonly string[] {
    return [...this.entries.values()].flatMap((entry) => (entry.acknowledged ? [entry.attemptId] : []));
  }

  get seen(): number {
    return [...this.entries.values()].filter((entry) => entry.acknowledged && entry.seen).length;
  }

  /** True when all acknowledged attempts have been seen. */
  get settled(): boolean {
    return [...this.waiting.values()].every((entries) => !entries.some((entry) => entry.acknowledged));
  }

  /** The best points that a student's cell has shown; 0 when it is empty. */
  bestOf(userId: string, scenarioId: string): number {
    return this.cells.get(cellKey(userId, scenarioId))?.points ?? 0;
  }

  /** Must be called before the first POST. Times are in milliseconds of one clock. `points` are those that the gradebook will show. */
  submit(userId: string, attempt: SubmitScoreRequest, postedAt: number, points: number): void {
    const { attemptId, scenarioId, completedAt } = attempt;
    const key = cellKey(userId, scenarioId);
    const entry: Entry = {
      attemptId,
      points,
      completedAt: toMoment(new Date(completedAt)),
      postedAt,
      acknowledged: false,
      seen: false,
    };
    this.entries.set(attemptId, entry);
    const cell = this.cells.get(key);
    if (cell && standsAtLeast(cell, entry)) entry.seen = true;
    else this.waiting.set(key, [...(this.waiting.get(key) ?? []), entry]);
  }

  acknowledge(attemptId: string): void {
    this.entries.get(attemptId)!.acknowledged = true;
  }

  /** Records a cell that arrived over the socket. */
  sawCell(key: string, { total, questions, completedAt }: GradebookCell, at: number): void {
    const cell = { points: total + questions, completedAt: completedAt ?? '' };
    this.cells.set(key, cell);
    const waiting: Entry[] = [];
    for (const entry of this.waiting.get(key) ?? []) {
      if (standsAtLeast(cell, entry)) {
        entry.seen = true;
        this.latencies.push(at - entry.postedAt);
      } else waiting.push(entry);
    }
    this.waiting.set(key, waiting);
  }
}
