import { replayStream } from './replay.stream.js';

const data = { kind: 'reactor', reader: 'seats', id: '0198c0de-00a1-7000-8000-000000000009' } as const;

it('records a replay once', () => {
  const [requested, ...others] = replayStream.decide(data, replayStream.initialState);
  expect([requested, others]).toEqual([{ type: 'ReplayRequested', data }, []]);
  expect(replayStream.decide(data, replayStream.evolve('unknown', requested!))).toEqual([]);
});
