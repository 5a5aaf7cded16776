import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { ApiClient } from '../../simulate/api-client.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';

/** The gradebook on the screen of a watching instructor. */
export class Screen {
  private readonly rows = new Map<string, string>();
  private readonly watcher: LiveWatcher<GradebookRow>;

  private constructor(instructor: ApiClient, sessionId: string) {
    this.watcher = new LiveWatcher<GradebookRow>(instructor, 'gradebook', sessionId, (rows, full) => {
      if (full) this.rows.clear();
      for (const { key, value } of rows) {
        if (value === null) this.rows.delete(key);
        else this.rows.set(key, JSON.stringify(value));
      }
    });
  }

  static async open(instructor: ApiClient, sessionId: string): Promise<Screen> {
    const screen = new Screen(instructor, sessionId);
    await screen.watcher.start();
    return screen;
  }

  /** Returns the rows that differ on another screen or are missing on one of them. */
  differences(other: Screen): number {
    const keys = new Set([...this.rows.keys(), ...other.rows.keys()]);
    return [...keys].filter((key) => this.rows.get(key) !== other.rows.get(key)).length;
  }

  close(): void {
    this.watcher.close();
  }
}
