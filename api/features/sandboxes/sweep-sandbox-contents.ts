import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { Leadership } from '../../platform/eventsourcing/projecting/leadership.js';
import { repeatedly } from '../../platform/live/repeatedly.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { SandboxByStream } from './sandbox-by-stream.query.js';

const EVERY_MS = 600_000;
/** Far longer than a request takes between storing a content and recording it, or between reading its hash and the content. */
const RETENTION_MS = 3_600_000;
const PORTION = 100;

interface Candidate {
  readonly sandbox_id: string;
  readonly content_hash: string;
}

/** Removes contents that no sandbox uses any more, on the leader, an hour after they were stored and released. */
@Injectable()
export class SweepSandboxContents implements OnModuleInit {
  private readonly faults = new FaultLog(new Logger(SweepSandboxContents.name));

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sandboxes: SandboxByStream,
    private readonly leadership: Leadership,
  ) {}

  onModuleInit(): void {
    const onError = (error: unknown): void => this.faults.report(error);
    this.leadership.addTask((_epoch, signal) => repeatedly(EVERY_MS, signal, () => this.sweep(signal), onError));
  }

  /** Removes unused contents. `keptMs` is the time for which they are kept. */
  async sweep(signal?: AbortSignal, keptMs = RETENTION_MS): Promise<void> {
    let last: Candidate | undefined;
    for (;;) {
      const candidates = await this.candidatesAfter(last, keptMs);
      await this.remove(await this.unreferenced(candidates, keptMs), keptMs);
      last = candidates.at(-1);
      if (signal?.aborted || candidates.length < PORTION) return;
    }
  }

  /** Returns contents that the read model does not contain. It may be behind, so the streams are checked next. */
  private async candidatesAfter(last: Candidate | undefined, keptMs: number): Promise<Candidate[]> {
    const { rows } = await this.pool.query<Candidate>(
      `select sandbox_id, content_hash from plain.sandbox_contents c
       where stored_at <= now() - $4 * interval '1 millisecond'
         and ($1::uuid is null or (sandbox_id, content_hash) > ($1, $2))
         and not exists (
           select from read.sandboxes s
           where s.id = c.sandbox_id and s.content_hash = c.content_hash and not s.deleted)
       order by sandbox_id, content_hash limit $3`,
      [last?.sandbox_id ?? null, last?.content_hash ?? null, PORTION, keptMs],
    );
    return rows;
  }

  private async unreferenced(candidates: readonly Candidate[], keptMs: number): Promise<Candidate[]> {
    const known = await this.sandboxes.findAll([...new Set(candidates.map(({ sandbox_id }) => sandbox_id))]);
    const before = Date.now() - keptMs;
    return candidates.filter(({ sandbox_id, content_hash }) => {
      const sandbox = known.get(sandbox_id);
      if (!sandbox) return true;
      const isReferenced = !sandbox.row.deleted && sandbox.row.content_hash === content_hash;
      return !isReferenced && sandbox.changedAt.getTime() <= before;
    });
  }

  /** Deletes contents unless they were stored again in the meantime. */
  private async remove(contents: readonly Candidate[], keptMs: number): Promise<void> {
    if (contents.length === 0) return;
    await this.pool.query(
      `delete from plain.sandbox_contents c using jsonb_to_recordset($1) as gone (sandbox_id uuid, content_hash text)
       where c.sandbox_id = gone.sandbox_id and c.content_hash = gone.content_hash
         and c.stored_at <= now() - $2 * interval '1 millisecond'`,
      [JSON.stringify(contents), keptMs],
    );
  }
}
