import { MAIN } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import { simulateClass } from '../simulate/simulate-class.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { VitalSigns } from './testing/vital-signs.js';

/** SOAK_MINUTES=30 npm run test:faults -- soak */
const minutes = Number(process.env['SOAK_MINUTES'] ?? 0);
const CONTROL_MINUTES = 2;
const STUDENTS = 30;
const RATE = 10;

/** Leaks a few kilobytes of every response. */
const leaks: Breakage = {
  file: 'api/platform/http/fastify-hooks.js',
  from: 'const seconds = reply.elapsedTime / 1_000;',
  to: '(globalThis.kept ??= []).push(Buffer.alloc(200_000, 1)); const seconds = reply.elapsedTime / 1_000;',
};

(minutes > 0 ? describe : describe.skip)(
  minutes > 0 ? `${minutes} minutes` : 'a long run (set SOAK_MINUTES to its duration)',
  () => {
    let stage: Stage;
    let node: StageNode;

    beforeAll(async () => {
      stage = await Stage.open();
      node = await stage.node('all');
      await node.start();
    }, 120_000);
    afterAll(() => stage?.close(), 60_000);

    const soak = async (seconds: number): Promise<Figure[]> => {
      let signs: VitalSigns | undefined;
      const result = await simulateClass({
        url: node.url,
        accounts: await stage.accounts(STUDENTS),
        rate: RATE,
        seconds,
        onPlaying: () => {
          signs = new VitalSigns(node);
        },
      });
      await signs!.end();
      return [
        ...signs!.figures(),
        figure('acknowledged', result.acknowledged, 'scores'),
        figure('lost', result.lost, 'scores', { atMost: 0 }),
        figure('doubled', result.doubled, 'scores', { atMost: 0 }),
        figure('not seen live', result.acknowledged - result.seenLive, 'scores', { atMost: 0 }),
        figure('refused', result.refused, 'scores', { atMost: 0 }),
      ];
    };

    fault(
      'a class that plays for a long time',
      () => soak(minutes * 60),
      {
        name: 'every response leaks memory',
        measure: async () => {
          await node.restart(stage.broken(leaks));
          try {
            return await soak(Math.min(minutes, CONTROL_MINUTES) * 60);
          } finally {
            await node.restart(MAIN);
          }
        },
      },
      (minutes + 5) * 60_000,
    );
  },
);
