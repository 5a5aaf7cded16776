import { replayAddress, replayOf } from './replay-address.js';

it.each([[['a1']], [['a1', 'a2']]])('reads the flights of its own address: %j', (attemptIds) => {
  const [path, search] = replayAddress({ sessionId: 's1', attemptIds }).split('?');
  expect([path, replayOf(search!)]).toEqual(['/play', { sessionId: 's1', attemptIds }]);
});

it('replays at most two flights, and none without a class', () => {
  expect(replayOf('replay-class=s1&replay-flights=a.b.c')?.attemptIds).toEqual(['a', 'b']);
  expect(['', 'replay-flights=a', 'replay-class=s1'].map(replayOf)).toEqual([null, null, null]);
});
