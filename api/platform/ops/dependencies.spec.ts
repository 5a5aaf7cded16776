import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Dependencies } from './dependencies.js';
import { Metrics } from './metrics.js';

it('publishes which dependencies responded to the scrape in time', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const metrics = new Metrics();
  const dependencies = new Dependencies(metrics);
  dependencies.register('PostgreSQL', () => Promise.resolve());
  dependencies.register('Redis', () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  dependencies.register('KurrentDB', () => new Promise(() => undefined));
  const text = await metrics.registry.getSingleMetricAsString('ready_room_dependency_up');
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  expect(lines.toSorted()).toEqual([
    'ready_room_dependency_up{dependency="KurrentDB"} 0',
    'ready_room_dependency_up{dependency="PostgreSQL"} 1',
    'ready_room_dependency_up{dependency="Redis"} 0',
  ]);
  expect(warned.mock.calls).toEqual([['Redis: refused'], ['KurrentDB: No answer within 1000 ms']]);
});
