import { replayDecider } from './replay.decider.js';

const data = { kind: 'reactor', reader: 'seats', id: '0198c0de-00a1-7000-8000-000000000009' } as const;

it('remembers a replay once', () => {
  const [requested, ...others] = replayDecider.decide(data, replayDecider.initialState);
  expect([requested, others]).toEqual([{ type: 'ReplayRequested', data }, []]);
  expect(replayDecider.decide(data, replayDecider.evolve('unknown', requested!))).toEqual([]);
});
