import type { LiveTopicDefinition } from './live-topic.js';
import { watchTopic } from './watch-topic.js';

it('waits for the read models without reading them, and then reads newer rows once', async () => {
  const reads: number[] = [];
  let sequence = 5;
  const definition = {
    topic: 'gradebook',
    kind: 'rows',
    read: async (_id: string, _audience: string, since: number) => {
      reads.push(since);
      return { sequence, generation: 1, rows: [] };
    },
  } as unknown as LiveTopicDefinition;
  const request = { topic: 'gradebook', id: 'id', since: 9, generation: 1 } as const;

  const caughtUp = await watchTopic(definition, 'staff', request, async (wanted) => void (sequence = wanted));
  expect([caughtUp.full, caughtUp.sequence, reads]).toEqual([false, 9, [9]]);

  const ahead = await watchTopic(definition, 'staff', { ...request, since: 1e9 }, async () => undefined);
  expect([ahead.full, reads]).toEqual([true, [9, 1e9, 0]]);
});

it('replies with all rows of a topic without read models, without waiting', async () => {
  const reached = async (): Promise<void> => Promise.reject(new Error('It waited'));
  const read = async () => ({ sequence: 1e12, generation: 1, rows: [] });
  const definition = { topic: 'presence', kind: 'presence', read } as unknown as LiveTopicDefinition;
  const request = { topic: 'presence', id: 'id', since: 1e12 - 1, generation: 1 } as const;
  expect(await watchTopic(definition, 'staff', request, reached)).toMatchObject({ full: true, sequence: 1e12 });
});
