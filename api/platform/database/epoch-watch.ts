import { Injectable } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { enterEpoch } from './epoch.js';

/**
 * Detects that the database continues on another timeline: a standby was promoted, or a recovery ended at a point in time.
 * Every new connection reads the epoch before its first use, so this process never reads or writes on an unknown timeline. The
 * newest connection decides which epoch is current; connections of an older epoch are closed.
 */
@Injectable()
export class EpochWatch {
  private current: string | undefined;
  private readonly epochs = new WeakMap<ClientBase, string>();
  private readonly listeners: (() => void)[] = [];

  /**
   * Registers a callback for a change of the epoch, called before anything is read in the new epoch. The database may have lost
   * events and rows that this process has cached, so the listener must drop cached events, log positions and rows.
   */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Admits a new connection to the pool.
   * @throws when the waiting work began in an older epoch; the driver's error when the server is a standby
   */
  async admit(client: ClientBase): Promise<void> {
    const known = this.current;
    const epoch = await enterEpoch(client);
    this.epochs.set(client, epoch);
    if (this.current === known && epoch !== known) this.change(epoch);
    if (epoch !== this.current || epoch !== (known ?? epoch)) throw epochChanged();
  }

  /** Closes the pool's connections of an older epoch: idle ones when the epoch changes, those in use when they are released. */
  watch(pool: Pool): void {
    pool.on('release', (_error, client) => {
      if (this.epochs.get(client) !== this.current) void client.end().catch(() => undefined);
    });
    this.onChange(() => {
      for (let idle = pool.idleCount; idle > 0; idle -= 1) pool.connect().then(release, () => undefined);
    });
  }

  private change(epoch: string): void {
    const isFirst = this.current === undefined;
    this.current = epoch;
    if (isFirst) return;
    for (const listener of this.listeners) listener();
  }
}

/** Returns an error worded like a lost connection, so that the caller is answered with a retryable refusal. */
const epochChanged = (): Error => new Error('Connection terminated: the database continues in another epoch');

const release = (client: { release(): void }): void => client.release();
