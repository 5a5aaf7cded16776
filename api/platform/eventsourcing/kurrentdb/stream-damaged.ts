import { typeOf } from './kurrentdb-calls.js';

const DELETED = new Set(['stream-deleted', 'stream-tombstoned']);

/** Returns whether KurrentDB rejected a call because the stream was deleted for good. */
export const isStreamDeleted = (error: unknown): boolean => DELETED.has(typeOf(error) ?? '');

/** A stream of the platform was deleted or truncated in KurrentDB, or written by another platform. This platform does none of these. */
export class StreamDamaged extends Error {
  private constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StreamDamaged';
  }

  static deleted(stream: string, cause: unknown): StreamDamaged {
    return new StreamDamaged(
      `Stream ${stream} of the event log was deleted in KurrentDB: restore KurrentDB from a backup.`,
      { cause },
    );
  }

  /** @param first version of the first event that is left */
  static truncated(stream: string, first: number): StreamDamaged {
    return new StreamDamaged(
      `The events of stream ${stream} before version ${first} were deleted in KurrentDB: restore KurrentDB from a backup.`,
    );
  }

  static shared(stream: string): StreamDamaged {
    return new StreamDamaged(
      `Stream ${stream} of the event log contains events of another platform: give each platform its own KURRENTDB_STREAM_PREFIX.`,
    );
  }
}
