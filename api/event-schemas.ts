import type { z } from 'zod';
import { platformEvents } from './features/first-start/platform.events.js';
import { paymentEvents } from './features/payments/payment.events.js';
import { userEvents } from './features/people/user.events.js';
import { sandboxEvents } from './features/sandboxes/sandbox.events.js';
import { scoreEvents } from './features/scores/score.events.js';
import { signInEvents } from './features/sign-in/sign-in.events.js';
import { streams } from './streams.js';

/** Every stored event name and the shape of its data. A name that was ever stored stays here for ever. */
export const eventSchemas: Readonly<Record<string, z.ZodType>> = {
  ...streams.schemas,
  ...userEvents,
  ...paymentEvents,
  ...signInEvents,
  ...scoreEvents,
  ...sandboxEvents,
  ...platformEvents,
};
