/**
 * Separate process, so that the cost of the clients is not counted as cost of the platform or of the measurement. Its argument is the interval
 * of the reports of a student's page, in milliseconds.
 */
import { Crowd } from './crowd.js';
import type { Answer, Question } from './remote-crowd.js';

const crowd = new Crowd(Number(process.argv[2]));

process.on('message', (question: Question) => void answer(question));
process.on('disconnect', () => process.exit(0));

async function answer(question: Question): Promise<void> {
  try {
    reply({ value: await act(question) });
  } catch (error) {
    reply({ error: (error as Error).message });
  }
}

const reply = (answer: Answer): void => void process.send!(answer);

async function act(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'admit':
      return crowd.admit(question.guests, question.nodes);
    case 'watch':
      return crowd.watch(question.watch);
    case 'unwatch':
      return crowd.unwatch(question.watch);
    case 'received':
      return crowd.takeReceived();
    case 'leave':
      return crowd.leave();
  }
}
