import { Injectable } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { enterEpoch } from './epoch.js';

/**
 * Notices that the database continues on another timeline: a standby was promoted, or a recovery ended at a point in time.
 * Every new connection asks for the epoch before its first use, so nothing is read or written on a timeline that this process
 * does not know. The newest connection decides; connections of an older epoch are closed.
 */
@Injectable()
export class EpochWatch {
  private current: string | undefined;
  private readonly epochs = new WeakMap<ClientBase, string>();
  private readonly listeners: (() => void)[] = [];

  /**
   * Calls back when the epoch has changed, before anything is read in the new one. What this process remembers of the log, of
   * positions in it and of rows may be lost: the listener has to drop it.
   */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Admits a new connection to the pool.
   * @throws when work that began in the old epoch waits for it, and the driver's error when the server is a standby
   */
  async admit(client: ClientBase): Promise<void> {
    const known = this.current;
    const epoch = await enterEpoch(client);
    this.epochs.set(client, epoch);
    if (this.current === known && epoch !== known) this.change(epoch);
    if (epoch !== this.current || epoch !== (known ?? epoch)) throw epochChanged();
  }

  /** Closes the pool's connections of an older epoch: those in use when they are released, idle ones when it changes. */
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

/** Worded as the lost connection that it is for the caller, who is asked to try again. */
const epochChanged = (): Error => new Error('Connection terminated: the database continues in another epoch');

const release = (client: { release(): void }): void => client.release();
