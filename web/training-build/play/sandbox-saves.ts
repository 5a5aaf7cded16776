import { v4 as uuid } from 'uuid';
import type { SandboxContent } from '../bridge/platform-api.js';

/**
 * Idempotency keys of the saves of one open sandbox. Each content keeps its key: a save that is repeated, whatever the first answer was,
 * takes effect once. After a success the content has another id and version.
 */
export class SandboxSaves {
  private readonly keys = new Map<string, string>();

  keyOf(content: SandboxContent): string {
    const sent = JSON.stringify(content);
    const key = this.keys.get(sent) ?? uuid();
    this.keys.set(sent, key);
    return key;
  }
}
