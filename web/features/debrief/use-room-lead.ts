import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DebriefAxis } from '../../../api/contracts/debrief-axis.rule.js';
import { useAtom } from '../../shared/state/jotai.js';
import { newId } from '../../shared/new-id.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import { ALL_LANES, laneViewAtom } from './lane-view.atom.js';
import type { Playhead } from './playhead.js';
import { leadRoom, type RoomView, roomViewOf, SHARED_VALUES, type SharedMoment } from './room-channel.js';

/** Belongs to this window, and survives its reload. */
const STORED = 'debriefRoom';

/** What a window leads: whether its room is open, and the view that the room shows. */
export interface RoomLead {
  readonly isOpen: boolean;
  readonly view: RoomView;
  /** Returns the id of the room, which the address of its window contains. */
  readonly start: () => string;
}

/** Leads the room of a class from this window: tells it each moment and view. */
export function useRoomLead(sessionId: string, axis: DebriefAxis, playhead: Playhead): RoomLead {
  const [address] = useSearchInUrl();
  const [room, setRoom] = useState(() => storedRoom(sessionId));
  const [isOpen, setOpen] = useState(false);
  const [lanes, setLanes] = useAtom(laneViewAtom);
  useEffect(() => () => setLanes(ALL_LANES), [setLanes]);
  const shown = roomViewOf(address.get('show'));
  const [view, setView] = useState<RoomView>(shown ?? 'lanes');
  if (shown !== null && shown !== view) setView(shown);
  const moment = useEffectEvent((): SharedMoment => {
    const { offset, isAtEnd, isPlaying, speed } = playhead.get();
    const values = SHARED_VALUES.flatMap((name) => {
      const value = name === 'show' ? view : address.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    return { time: axis.timeAt(offset), isAtEnd, isPlaying, speed, lanes, values: Object.fromEntries(values) };
  });
  const tell = useRef<() => void>(undefined);
  useEffect(() => {
    if (room === null) return undefined;
    const lead = leadRoom(room, {
      moment: () => moment(),
      onRoom: setOpen,
      // Browsers copy the storage when a tab is duplicated.
      onRival() {
        sessionStorage.removeItem(STORED);
        setRoom(null);
        setOpen(false);
      },
    });
    tell.current = lead.tell;
    const unsubscribe = playhead.subscribe(lead.tell);
    return () => {
      unsubscribe();
      tell.current = undefined;
      lead.stop();
    };
  }, [room, playhead]);
  useEffect(() => tell.current?.());
  return {
    isOpen,
    view,
    start() {
      const started = room ?? newId();
      sessionStorage.setItem(STORED, `${sessionId} ${started}`);
      setRoom(started);
      return started;
    },
  };
}

function storedRoom(sessionId: string): string | null {
  const [ofClass, room] = sessionStorage.getItem(STORED)?.split(' ') ?? [];
  return ofClass === sessionId && room ? room : null;
}
