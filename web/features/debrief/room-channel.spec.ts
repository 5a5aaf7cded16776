import { fakeBroadcastChannels } from '../../testing/fake-broadcast-channel.js';
import { ALL_LANES } from './lane-view.atom.js';
import { followRoom, leadRoom, roomViewOf, type SharedMoment } from './room-channel.js';

const momentAt = (time: number): SharedMoment => ({
  time,
  isAtEnd: false,
  isPlaying: false,
  speed: 10,
  lanes: ALL_LANES,
  values: {},
});

function follow(room: string) {
  const heard: (number | 'alone')[] = [];
  const stop = followRoom(room, { onMoment: ({ time }) => heard.push(time), onAlone: () => heard.push('alone') });
  return { heard, stop };
}

function lead(room: string, first: number) {
  const rooms: boolean[] = [];
  const onRival = jest.fn();
  let time = first;
  const leading = leadRoom(room, {
    moment: () => momentAt(time),
    onRoom: (isOpen) => rooms.push(isOpen),
    onRival,
  });
  const show = (next: number): void => {
    time = next;
    leading.tell();
  };
  return { rooms, onRival, show, stop: leading.stop };
}

describe('a room and the window that leads it', () => {
  beforeEach(() => {
    fakeBroadcastChannels();
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  it('share each moment, whichever is opened first', () => {
    const early = follow('a');
    const leader = lead('a', 1);
    leader.show(2);
    expect(early.heard).toEqual([1, 2]);
    const late = follow('a');
    expect(late.heard).toEqual([2]);
    leader.show(3);
    expect([early.heard.at(-1), late.heard.at(-1)]).toEqual([3, 3]);
    expect(leader.rooms).toContain(true);
  });

  it('do not hear other rooms', () => {
    const other = follow('b');
    lead('a', 1);
    expect(other.heard).toEqual([]);
  });

  it('tell each other that they leave', () => {
    const leader = lead('a', 1);
    const room = follow('a');
    leader.stop();
    expect(room.heard).toEqual([1, 'alone']);
    const again = lead('a', 5);
    expect(room.heard.at(-1)).toBe(5);
    room.stop();
    expect(again.rooms).toEqual([false]);
  });

  it.each([
    ['later', 1],
    ['at the same moment', 0],
  ])('have one lead, also when a duplicate of its window is opened %s', (_, wait) => {
    const room = follow('a');
    const first = lead('a', 1);
    jest.advanceTimersByTime(wait);
    const duplicate = lead('a', 2);
    const [led, rival] = wait ? [first, duplicate] : [duplicate, first];
    expect(led.onRival).not.toHaveBeenCalled();
    expect(rival.onRival).toHaveBeenCalledTimes(1);
    const shown = wait ? 1 : 2;
    expect(room.heard.at(-1)).toBe(shown);
    rival.stop();
    expect(room.heard.at(-1)).toBe(shown);
  });

  it('also leave when their pages are closed', () => {
    lead('a', 1);
    const room = follow('a');
    window.dispatchEvent(new Event('pagehide'));
    expect(room.heard.at(-1)).toBe('alone');
  });

  it('notice a window that says nothing any more', () => {
    const { heard } = follow('a');
    jest.advanceTimersByTime(13_000);
    expect(heard).toEqual(['alone']);
  });

  it('keep in touch while nothing changes', () => {
    const leader = lead('a', 1);
    const room = follow('a');
    jest.advanceTimersByTime(60_000);
    expect(room.heard).not.toContain('alone');
    expect(leader.rooms).not.toContain(false);
  });
});

it.each([
  [null, 'lanes'],
  ['board', 'board'],
  ['questions', 'questions'],
  ['gradebook', null],
  ['monitor', null],
  ['table', null],
])('of the views of a debrief, %s is shown in a room as %s', (show, view) => {
  expect(roomViewOf(show)).toBe(view);
});
