import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../database/pool.js';
import { comparePositions, LOG_START, type LogPosition, parsePosition } from '../message.js';
import { readerOf } from './reactor.js';

const LOOK_EVERY_MS = 50;

/** Waits for reactors, for requests whose response shows the consequences of an event. */
@Injectable()
export class ReactorProgress {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Waits until the reactor has processed an event it handles; false when `timeoutMs` has passed. */
  async waitFor(reactor: string, position: LogPosition, timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    while (comparePositions(await this.positionOf(reactor), position) < 0) {
      if (performance.now() > deadline) return false;
      await delay(LOOK_EVERY_MS);
    }
    return true;
  }

  private async positionOf(reactor: string): Promise<LogPosition> {
    const { rows } = await this.pool.query<{ position: string }>({
      name: 'reactor-position',
      text: 'select position from plain.checkpoints where reader = $1',
      values: [readerOf(reactor)],
    });
    return parsePosition(rows[0]?.position ?? '') ?? LOG_START;
  }
}
