import type { GradingPreview, GradingSettings } from '../../../api/contracts/grading.contract.js';
import type { ClassSession } from '../../../api/contracts/group.contract.js';
import { ApiClient } from '../../simulate/api-client.js';
import { figure, median } from '../figure.js';
import type { Suite } from '../suite.js';

const WARM_UP = 2;
const TIMES = 5;

/** Measures the preview of grading settings under which every cell of 500 students and 60 scenarios gets another result. */
export const preview: Suite = {
  name: 'preview',
  async run({ environment }) {
    const { fixture, start } = await environment();
    const platform = await start();
    try {
      const client = new ApiClient(platform.url, fixture.accounts.instructor);
      const { groupId } = await client.get<ClassSession>(`/api/sessions/${fixture.sessionId}`);
      const address = `/api/groups/${groupId}/grading`;
      const settings = await client.get<GradingSettings>(address);
      const times: number[] = [];
      for (let time = 0; time < WARM_UP + TIMES; time += 1) {
        const began = performance.now();
        await client.send<GradingPreview>('POST', `${address}/preview`, {
          ...settings,
          attempts: 'Last',
          passMark: 90,
        });
        times.push(performance.now() - began);
      }
      return [figure('preview of a grading, 500 × 60', median(times.slice(WARM_UP)), 'ms', { atMost: 1_000 })];
    } finally {
      await platform.stop();
    }
  },
};
