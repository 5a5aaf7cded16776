import type { LaneView } from './lane-view.atom.js';
import type { Speed } from './playhead.js';

/** Values of the address that the room shares: what is shown, and how it is sorted and filtered. Searches may contain names. */
export const SHARED_VALUES = ['show', 'quiz', 'lanes', 'order-of', 'campaign', 'scenario'] as const;

/** Views that a room shows, with the values of `show`. Those about single people stay on the screen of the instructor. */
const ROOM_VIEWS = ['lanes', 'board', 'progress', 'questions'] as const;
export type RoomView = (typeof ROOM_VIEWS)[number];

/** Returns the view of a value of `show`; null for one that a room does not show. */
export const roomViewOf = (show: string | null | undefined): RoomView | null =>
  ROOM_VIEWS.find((view) => view === (show ?? ROOM_VIEWS[0])) ?? null;

/** What the window of the instructor shows. */
export interface SharedMoment {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly isAtEnd: boolean;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly lanes: LaneView;
  /** Values of {@link SHARED_VALUES}; missing ones are omitted. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Rooms request the moment. The window of the instructor answers, and sends every change. Both send a message when they close. `since`: when
 * the window began to lead the room, in milliseconds since 1970.
 */
type RoomMessage =
  | { readonly kind: 'ask' }
  | { readonly kind: 'moment'; readonly moment: SharedMoment; readonly since: number }
  | { readonly kind: 'left'; readonly window: 'lead' | 'room' };

/** A window that has crashed sends no message, so a room repeats its request. */
const ASK_EVERY_MS = 4_000;
/** Three requests without an answer. */
const SILENT_MS = 13_000;

function openChannel(room: string, onMessage: (message: RoomMessage) => void) {
  const channel = new BroadcastChannel(`debrief-room ${room}`);
  channel.addEventListener('message', ({ data }: MessageEvent<RoomMessage>) => onMessage(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin
  const send = (message: RoomMessage): void => channel.postMessage(message);
  return {
    send,
    /** Returns a function that closes the channel. It says that this window has left, also when its page is closed. */
    leaveAs(window: 'lead' | 'room'): () => void {
      const say = (): void => send({ kind: 'left', window });
      globalThis.addEventListener('pagehide', say);
      return () => {
        globalThis.removeEventListener('pagehide', say);
        say();
        channel.close();
      };
    },
  };
}

/** Calls `onSilent` when no message has arrived for {@link SILENT_MS}. */
function createSilence(onSilent: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    heard(): void {
      clearTimeout(timer);
      timer = setTimeout(onSilent, SILENT_MS);
    },
    stop: (): void => clearTimeout(timer),
  };
}

interface Lead {
  /** Returns what the room shall show. */
  readonly moment: () => SharedMoment;
  /** A room has been opened or closed. */
  readonly onRoom: (isOpen: boolean) => void;
  /** Another window already leads the room, so this one must stop. */
  readonly onRival: () => void;
}

/** Leads a room. `room` is in the address of its window. `tell` says what has changed. */
export function leadRoom(room: string, { moment, onRoom, onRival }: Lead): { tell: () => void; stop: () => void } {
  const since = Date.now();
  const silence = createSilence(() => onRoom(false));
  const tell = (): void => channel.send({ kind: 'moment', moment: moment(), since });
  const channel = openChannel(room, (message) => {
    if (message.kind === 'ask') {
      silence.heard();
      onRoom(true);
      tell();
    } else if (message.kind === 'left' && message.window === 'room') {
      silence.stop();
      onRoom(false);
    } else if (message.kind === 'moment' && message.since <= since) {
      onRival();
    } else {
      // A later lead has sent its moment or has left. The room must return to the moment of this one.
      tell();
    }
  });
  const leave = channel.leaveAs('lead');
  tell();
  return {
    tell,
    stop(): void {
      silence.stop();
      leave();
    },
  };
}

interface Follower {
  readonly onMoment: (moment: SharedMoment) => void;
  /** No window of an instructor leads the room any more, or not yet. */
  readonly onAlone: () => void;
}

/** Follows the window that leads a room. Returns a function that stops it. */
export function followRoom(room: string, { onMoment, onAlone }: Follower): () => void {
  const silence = createSilence(onAlone);
  const channel = openChannel(room, (message) => {
    if (message.kind === 'moment') {
      silence.heard();
      onMoment(message.moment);
    } else if (message.kind === 'left' && message.window === 'lead') {
      onAlone();
    }
  });
  const leave = channel.leaveAs('room');
  const ask = (): void => channel.send({ kind: 'ask' });
  ask();
  silence.heard();
  const timer = setInterval(ask, ASK_EVERY_MS);
  return () => {
    clearInterval(timer);
    silence.stop();
    leave();
  };
}
