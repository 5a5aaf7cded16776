import { v4 as uuid } from 'uuid';
import { PlatformError, type SandboxContent } from '../bridge/platform-api.js';

const REQUEST_TIMEOUT = 408;

/**
 * Idempotency keys of the saves of one open sandbox. The key of a content is kept until a definite answer, so that a repeat
 * after a lost answer takes effect once.
 */
export class SandboxSaves {
  private readonly keys = new Map<string, string>();

  /** Calls `save` with the content and its key. */
  async send<Saved>(
    content: SandboxContent,
    save: (content: SandboxContent, idempotencyKey: string) => Promise<Saved>,
  ): Promise<Saved> {
    const sent = JSON.stringify(content);
    const key = this.keys.get(sent) ?? uuid();
    this.keys.set(sent, key);
    try {
      const saved = await save(content, key);
      this.keys.delete(sent);
      return saved;
    } catch (error) {
      if (isDefinite(error)) this.keys.delete(sent);
      throw error;
    }
  }
}

/** Returns whether an error shows that the platform has not saved the content. Without an answer, it may have. */
const isDefinite = (error: unknown): boolean =>
  error instanceof PlatformError && error.status < 500 && error.status !== REQUEST_TIMEOUT;
