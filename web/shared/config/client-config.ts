import type { ClientConfig } from '../../../api/contracts/client-config.contract.js';

let loaded: ClientConfig | null = null;

/** Loads /config.json before the page starts. @throws when the request fails. */
export async function loadClientConfig(): Promise<void> {
  const answer = await fetch('/config.json', { signal: AbortSignal.timeout(5000) });
  if (!answer.ok) throw new Error(`/config.json: status ${answer.status}`);
  loaded = (await answer.json()) as ClientConfig;
}

/** Returns the configuration loaded at the start. */
export function clientConfig(): ClientConfig {
  if (!loaded) throw new Error('clientConfig() was called before loadClientConfig() had completed.');
  return loaded;
}
