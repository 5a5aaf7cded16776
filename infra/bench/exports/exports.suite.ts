import { existsSync } from 'node:fs';
import { ApiClient } from '../../simulate/api-client.js';
import { makeDataDir } from '../environment/data-dir.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { runBuilder } from '../environment/run-builder.js';
import { type TimedAnswer, timedGet } from '../environment/timed-get.js';
import { type Figure, figure, median } from '../figure.js';
import type { Suite } from '../suite.js';
import { EXAM, type Exam, loadExam } from './exam.js';
import { memoryOf, peakMemoryDuring } from './process-memory.js';

const TIMES = 5;

/** Measures downloads of a class of a thousand students who answered two hundred questions. */
export const exports: Suite = {
  name: 'exports',
  async run({ say }) {
    const { dataDir, remove } = await makeDataDir('exports');
    try {
      await runBuilder('exports/build-exam.js', dataDir);
      const platform = await PlatformProcess.start({ dataDir });
      try {
        return await measure(platform, await loadExam(dataDir), say);
      } finally {
        await platform.stop();
      }
    } finally {
      await remove();
    }
  },
};

async function measure(platform: PlatformProcess, exam: Exam, say: (line: string) => void): Promise<Figure[]> {
  const client = new ApiClient(platform.url, exam.instructor);
  const files = [
    { name: 'quiz as CSV', query: `scenarioId=${exam.quizId}&format=csv` },
    { name: 'quiz as Excel', query: `scenarioId=${exam.quizId}&format=xlsx&zone=Europe/Berlin` },
    { name: 'scores as Excel', query: 'format=xlsx&zone=Europe/Berlin' },
    { name: 'gradebook grid as Excel', query: 'layout=grid&format=xlsx' },
  ];
  const figures: Figure[] = [];
  for (const { name, query } of files) {
    const address = `${platform.url}/api/scores/session/${exam.sessionId}/all/csv?includeFailedScores=true&${query}`;
    const download = async () => timedGet(address, { 'x-auth-token': await client.token() });
    const before = existsSync('/proc') ? await memoryOf(platform.pid) : Number.NaN;
    const answers: TimedAnswer[] = [];
    let peak = before;
    for (let nth = 0; nth < TIMES; nth += 1) {
      const [answer, most] = existsSync('/proc')
        ? await peakMemoryDuring(platform.pid, download())
        : [await download(), before];
      if (answer.status !== 200) throw new Error(`The download answered ${answer.status}.`);
      answers.push(answer);
      peak = Math.max(peak, most);
    }
    say(
      `${name}, ${EXAM.students} × ${EXAM.questions}: ${(answers[0]!.bytes / 1e6).toFixed(1)} MB; medians of ${TIMES}`,
    );
    figures.push(
      figure(`${name}, first byte`, median(answers.map(({ began }) => began)), 'ms', { atMost: 1_000 }),
      figure('  until the last byte', median(answers.map(({ ended }) => ended)), 'ms'),
      figure('  memory of the platform, growth', peak - before, 'MB'),
    );
  }
  return figures;
}
