/** Speeds of playback, as multiples of real time. */
export const SPEEDS = [1, 2, 5, 10, 30, 60] as const;
export type Speed = (typeof SPEEDS)[number];

export interface PlayheadState {
  /** Distance from the left end of the time bar, in milliseconds. */
  readonly offset: number;
  readonly length: number;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  /** Whether the head stays at the right end, which grows while a class runs. */
  readonly isAtEnd: boolean;
}

/** Timing of the browser; tests replace it. */
interface Frames {
  readonly request: (run: (now: number) => void) => number;
  readonly cancel: (frame: number) => void;
}

const BROWSER: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (frame) => cancelAnimationFrame(frame),
};

/**
 * The shown moment of a debrief. It is outside React, because it changes with every frame of a playback and each view follows at its own
 * pace.
 */
export function createPlayhead(start: Pick<PlayheadState, 'offset' | 'length'>, frames: Frames = BROWSER) {
  let state: PlayheadState = { ...start, isPlaying: false, speed: 10, isAtEnd: start.offset >= start.length };
  const listeners = new Set<() => void>();
  let frame: number | null = null;
  let last: number | null = null;

  function change(changes: Partial<PlayheadState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function moveTo(offset: number, isPlaying = state.isPlaying): void {
    const kept = Math.min(Math.max(offset, 0), state.length);
    change({ offset: kept, isAtEnd: kept >= state.length, isPlaying });
  }

  function tick(now: number): void {
    const elapsed = last === null ? 0 : now - last;
    last = now;
    frame = frames.request(tick);
    moveTo(state.offset + elapsed * state.speed);
    if (state.isAtEnd) pause();
  }

  function stopFrames(): void {
    if (frame !== null) frames.cancel(frame);
    frame = last = null;
  }

  function pause(): void {
    stopFrames();
    change({ isPlaying: false });
  }

  return {
    get: (): PlayheadState => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Moves to an offset. A playback continues from there. */
    seek: (offset: number): void => moveTo(offset),

    /** Pauses and moves to an offset in one change: a listener that saw the former offset would move the slider back. */
    jumpTo(offset: number): void {
      stopFrames();
      moveTo(offset, false);
    },

    /** Plays from the present moment, or from the start when it is the end. */
    play(): void {
      if (state.isPlaying) return;
      if (state.isAtEnd) moveTo(0);
      change({ isPlaying: true });
      frame = frames.request(tick);
    },

    pause,

    setSpeed: (speed: Speed): void => change({ speed }),

    /** Sets the length of the time bar. A head at its end follows it. */
    setLength(length: number): void {
      if (length === state.length) return;
      const offset = state.isAtEnd ? length : Math.min(state.offset, length);
      change({ length, offset, isAtEnd: offset >= length });
    },
  };
}
export type Playhead = ReturnType<typeof createPlayhead>;
