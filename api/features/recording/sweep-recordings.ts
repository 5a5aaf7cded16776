import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import { POOL } from '../../platform/database/pool.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';

const EVERY_MS = 3_600_000;
const PORTION = 1_000;

/** Time for which the recordings of a deleted course are kept. */
const AFTER_DELETION = "interval '30 days'";
/** Time within which the deletion of a bookmark can be undone. */
const UNDO = "interval '1 day'";

/** SQL condition on a row of time `at` in class `session_id`: its time is over. $1 is the number of days. */
const isOver = (at: string, sessionId: string): string => `(
  ${at} < now() - make_interval(days => $1) or exists (
    select from read.classes k join read.courses c using (course_id)
    where k.session_id = ${sessionId} and c.deleted_at < now() - ${AFTER_DELETION}))`;

/** Reads only the rows of classes that began so long ago. */
const DELETE_STATES = `
  delete from plain.recorded_states where ctid = any (array(
    select s.ctid from plain.recorded_classes r join plain.recorded_states s using (class_number)
    where ${isOver('r.begun_at', 'r.session_id')} and ${isOver('s.at', 'r.session_id')} limit $2))`;

const DELETE_BOOKMARKS = `
  delete from plain.bookmarks where ctid = any (array(
    select ctid from plain.bookmarks b
    where b.deleted_at < now() - ${UNDO} or ${isOver('b.at', 'b.session_id')} limit $2))`;

/** A class that still runs may record again at any moment, so its key is kept. */
const DELETE_CLASSES = `
  delete from plain.recorded_classes r where ctid = any (array(
    select ctid from plain.recorded_classes r
    where ${isOver('r.begun_at', 'r.session_id')}
      and not exists (select from plain.recorded_states s where s.class_number = r.class_number)
      and not exists (select from plain.presence p where p.session_id = r.session_id) limit $2))`;

/** Deletes what was recorded more than RECORDING_DAYS ago, and recordings of deleted courses. On the leader, in short transactions. */
@Injectable()
export class SweepRecordings implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(SweepRecordings.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    this.leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.sweep(signal), onError));
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    for (const statement of [DELETE_STATES, DELETE_BOOKMARKS, DELETE_CLASSES]) await this.deleteAll(statement, signal);
  }

  private async deleteAll(statement: string, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const { rowCount } = await this.pool.query(statement, [this.config.recordingDays, PORTION]);
      if (signal?.aborted || (rowCount ?? 0) < PORTION) return;
    }
  }
}
