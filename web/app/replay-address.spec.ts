import { replayAddress, replayOf } from './replay-address.js';

it.each([
  { attemptIds: ['a1'], at: undefined },
  { attemptIds: ['a1', 'a2'], at: '2026-03-02T09:01:00Z' },
])('reads the flights of its own address: %j', (replay) => {
  const [path, search] = replayAddress({ sessionId: 's1', ...replay }).split('?');
  expect([path, replayOf(search!)]).toEqual(['/play', { sessionId: 's1', ...replay }]);
});

it('replays at most two flights, and none without a class', () => {
  expect(replayOf('replay-class=s1&replay-flights=a.b.c')?.attemptIds).toEqual(['a', 'b']);
  expect(['', 'replay-flights=a', 'replay-class=s1'].map(replayOf)).toEqual([null, null, null]);
});
