/**
 * Loaded before a node (`--import`). Shifts its wall clock by the milliseconds in the file CLOCK_FILE, which it reads again at each
 * SIGUSR2. The monotonic clock (`performance.now`, timers) is unchanged, as when an administrator sets the time.
 */
import { readFileSync } from 'node:fs';

const realNow = Date.now.bind(Date);
let offsetMs = 0;
const look = () => {
  offsetMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
};
const now = () => realNow() + offsetMs;

look();
process.on('SIGUSR2', look);
globalThis.Date = new Proxy(Date, {
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
});
