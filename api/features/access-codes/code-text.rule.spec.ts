import { randomBytes } from 'node:crypto';
import { codeOf, shownForm, storedForm } from './code-text.rule.js';

it('generates codes of 16 characters without look-alikes', () => {
  const codes = Array.from({ length: 200 }, () => codeOf(randomBytes(32)));
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
  expect(new Set(codes.join('')).size).toBe(32);
});

it('shows a code in groups of four, and accepts it in any spelling', () => {
  expect(shownForm('7K3MQ9XWPB4TRD2H')).toBe('7K3M-Q9XW-PB4T-RD2H');
  for (const typed of ['7K3M-Q9XW-PB4T-RD2H', ' 7k3m q9xw\u00a0pb4t-rd2h', '7k3mq9xwpb4trd2h']) {
    expect(storedForm(typed)).toBe('7K3MQ9XWPB4TRD2H');
  }
});
