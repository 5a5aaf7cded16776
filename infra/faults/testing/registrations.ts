import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StageNode } from './stage-node.js';

const LOOK_AGAIN_MS = 500;
/** A request that was suspended is answered with 503, and succeeds or fails when it is repeated. */
const PATIENCE_MS = 60_000;

/** Registers a free account with this name. Repeats the request until it is accepted or refused. @returns whether it is accepted */
export async function registers(node: StageNode, userName: string): Promise<boolean> {
  const key = randomUUID();
  const body = JSON.stringify({
    userName,
    email: `${key}@example.org`,
    password: 'orbital_mechanics_7#',
    firstName: 'Ada',
    lastName: 'Lovelace',
    rankTitle: 'Cadet',
    accessCode: '',
    isFreeUser: true,
  });
  const givesUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(`${node.url}/api/users/paymentFreeRegistration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
    });
    if (response.ok) return true;
    if (response.status === 400 || response.status === 409) return false;
    if (performance.now() > givesUpAt) throw new Error(`${userName} is still answered with ${response.status}.`);
    await pause(LOOK_AGAIN_MS);
  }
}
