import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { Downloads } from './downloads.js';

const answer = () => {
  const raw = Object.assign(new EventEmitter(), { destroyed: false });
  const reply: object = { raw, type: () => reply, header: () => reply, send: () => reply };
  const close = () => {
    raw.destroyed = true;
    raw.emit('close');
  };
  return { reply: reply as FastifyReply, close };
};

it('allows two concurrent downloads per user', () => {
  const downloads = new Downloads();
  const first = answer();
  downloads.admit('sam', first.reply);
  downloads.admit('sam', answer().reply);
  expect(() => downloads.admit('sam', answer().reply)).toThrow(
    expect.objectContaining({ status: 429, retryAfterSeconds: 5 }),
  );
  downloads.admit('ada', answer().reply);
  first.close();
  downloads.admit('sam', answer().reply);
});

it('allows six concurrent downloads per node', () => {
  const downloads = new Downloads();
  const answers = Array.from({ length: 6 }, answer);
  answers.forEach(({ reply }, index) => downloads.admit(`user ${index}`, reply));
  expect(() => downloads.admit('sam', answer().reply)).toThrow(expect.objectContaining({ status: 503 }));
  for (const { close } of answers) close();
  for (const { reply } of Array.from({ length: 6 }, answer)) downloads.admit(`${Math.random()}`, reply);
});

it('rejects a request whose client has already disconnected', () => {
  const downloads = new Downloads();
  for (let asked = 0; asked < 40; asked += 1) {
    const { reply, close } = answer();
    close();
    expect(() => downloads.admit('sam', reply)).toThrow(expect.objectContaining({ status: 400 }));
  }
  downloads.admit('sam', answer().reply);
});

it('generates nothing when the client disconnects after admission', async () => {
  let isMade = false;
  async function* pieces() {
    isMade = true;
    yield 'piece';
  }
  const { reply, close } = answer();
  const downloads = new Downloads();
  downloads.admit('sam', reply);
  close();
  downloads.send(reply, { name: 'Scores.csv', type: 'text/csv', pieces: pieces() });
  await new Promise(setImmediate);
  expect(isMade).toBe(false);
});
