import { createEventFan, GAME_EVENTS } from './game-events.js';

it('registers one listener per name, and calls any number of its own listeners', () => {
  const registered = new Map<string, (parameter?: unknown) => void>();
  const fan = createEventFan((name, callback) => {
    expect(registered.has(name)).toBe(false);
    registered.set(name, callback);
  });
  expect([...registered.keys()]).toEqual([...GAME_EVENTS]);

  const received: unknown[] = [];
  const stop = fan.on('Quit', () => received.push('first'));
  fan.on('Quit', () => received.push('second'));
  fan.on('SubmitResult', (parameter) => received.push(parameter));
  registered.get('Quit')!();
  stop();
  registered.get('Quit')!();
  registered.get('SubmitResult')!('{}');
  expect(received).toEqual(['first', 'second', 'second', '{}']);
});
