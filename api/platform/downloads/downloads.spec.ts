import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { Downloads } from './downloads.js';

const answer = () => {
  const raw = new EventEmitter();
  return { reply: { raw } as unknown as FastifyReply, close: () => raw.emit('close') };
};

it('lets a person have two at once', () => {
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

it('makes six at once', () => {
  const downloads = new Downloads();
  const answers = Array.from({ length: 6 }, answer);
  answers.forEach(({ reply }, index) => downloads.admit(`user ${index}`, reply));
  expect(() => downloads.admit('sam', answer().reply)).toThrow(expect.objectContaining({ status: 503 }));
  for (const { close } of answers) close();
  for (const { reply } of Array.from({ length: 6 }, answer)) downloads.admit(`${Math.random()}`, reply);
});
