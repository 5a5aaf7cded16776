import { Metrics } from './metrics.js';
import { ReadinessChecks } from './readiness-checks.js';

describe('untilReady', () => {
  it('resolves with the first report in which no check is down', async () => {
    const checks = new ReadinessChecks(new Metrics());
    const statuses = ['down', 'down', 'degraded', 'up'] as const;
    let asked = 0;
    checks.register('read models', () => Promise.resolve({ status: statuses[asked++]! }));
    await checks.untilReady(new AbortController().signal);
    expect(asked).toBe(3);
  });

  it('resolves when the node stops', async () => {
    const checks = new ReadinessChecks(new Metrics());
    const stopping = new AbortController();
    checks.register('read models', () => {
      stopping.abort();
      return Promise.resolve({ status: 'down' });
    });
    await checks.untilReady(stopping.signal);
    expect((await checks.report()).ready).toBe(false);
  });
});
