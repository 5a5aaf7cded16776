import { fireEvent } from '@testing-library/react';
import { shareKeyboard } from './game-keyboard.js';

const PAGE_SCRIPT = 'http://localhost/assets/page.js';
const GAME_SCRIPT = 'http://localhost/unitybuild/Build/Game.framework.js?v=1';

/** Adds a listener as the script at `url` would: V8 includes that address in the call stack. */
function addFrom(url: string, target: EventTarget, listener: EventListenerOrEventListenerObject): void {
  const add = new Function('target', 'listener', `target.addEventListener('keydown', listener)\n//# sourceURL=${url}`);
  (add as (...given: unknown[]) => void)(target, listener);
}

describe('the keyboard of game and page', () => {
  const leave = jest.fn();
  let restore = (): void => {};

  const find = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector)!;

  beforeEach(() => {
    document.body.innerHTML = '<div><canvas tabindex="0"></canvas><button>In the game</button></div><input>';
    leave.mockClear();
    restore = shareKeyboard(find('div'), leave);
  });
  afterEach(() => restore());

  it.each([
    ['window', window],
    ['document', document],
  ] as const)('hides keys of the page from listeners that a build adds to %s', (_, target) => {
    const received: (EventTarget | null)[] = [];
    const listener = (event: Event): void => {
      received.push(event.target);
      event.preventDefault();
    };
    addFrom(GAME_SCRIPT, target, listener);
    expect(fireEvent.keyDown(find('input'), { key: 'a', code: 'KeyA' })).toBe(true);
    expect(received).toEqual([]);
    const ofGame = [find('canvas'), find('button'), document.body];
    for (const element of ofGame) expect(fireEvent.keyDown(element, { key: 'a', code: 'KeyA' })).toBe(false);
    expect(received).toEqual(ofGame);

    target.removeEventListener('keydown', listener);
    fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA' });
    expect(received).toHaveLength(3);
  });

  it('recognizes a framework that runs as a blob, and listeners that are objects', () => {
    const handleEvent = jest.fn();
    addFrom('blob:http://localhost/5d1c', window, { handleEvent });
    fireEvent.keyDown(find('input'), { key: 'a' });
    expect(handleEvent).not.toHaveBeenCalled();
    fireEvent.keyDown(find('canvas'), { key: 'a' });
    expect(handleEvent).toHaveBeenCalledTimes(1);
    window.removeEventListener('keydown', { handleEvent });
  });

  it('does not affect the listeners of the page', () => {
    const listener = jest.fn();
    addFrom(PAGE_SCRIPT, document, listener);
    fireEvent.keyDown(find('input'), { key: 'Tab' });
    expect(listener).toHaveBeenCalledTimes(1);
    document.removeEventListener('keydown', listener);
  });

  it('releases a key in the game that was pressed there, regardless of the current focus', () => {
    const released = jest.fn();
    window.addEventListener('keyup', released);
    fireEvent.keyDown(find('canvas'), { key: 'Shift', code: 'ShiftLeft' });
    fireEvent.keyUp(find('input'), { key: 'Shift', code: 'ShiftLeft' });
    fireEvent.keyUp(find('input'), { key: 'a', code: 'KeyA' });
    expect(released).toHaveBeenCalledTimes(1);
    window.removeEventListener('keyup', released);
  });

  it('leaves the game on Shift+Escape, and passes Escape alone to it', () => {
    const listener = jest.fn();
    addFrom(GAME_SCRIPT, window, listener);
    expect(fireEvent.keyDown(find('canvas'), { key: 'Escape', shiftKey: true })).toBe(false);
    fireEvent.keyDown(document.body, { key: 'Escape', shiftKey: true });
    expect([leave.mock.calls.length, listener.mock.calls.length]).toEqual([2, 0]);
    fireEvent.keyDown(find('canvas'), { key: 'Escape' });
    fireEvent.keyDown(find('input'), { key: 'Escape', shiftKey: true });
    expect([leave.mock.calls.length, listener.mock.calls.length]).toEqual([2, 1]);
    window.removeEventListener('keydown', listener);
  });

  it('focuses the canvas when it is pressed', () => {
    find('input').focus();
    fireEvent.pointerDown(find('canvas'));
    expect(document.activeElement).toBe(find('canvas'));
  });

  it('removes the key listeners of a build that has not ended yet', () => {
    const listener = jest.fn();
    addFrom(GAME_SCRIPT, window, listener);
    restore();
    window.removeEventListener('keydown', listener);
    fireEvent.keyDown(find('input'), { key: 'a' });
    expect(listener).not.toHaveBeenCalled();
  });

  it("restores the browser's methods", () => {
    const shared = [window.addEventListener, document.removeEventListener];
    restore();
    const restored = [window.addEventListener, document.removeEventListener];
    expect(restored.every((method, index) => method !== shared[index])).toBe(true);
    fireEvent.keyDown(document.body, { key: 'Escape', shiftKey: true });
    expect(leave).not.toHaveBeenCalled();
  });
});
