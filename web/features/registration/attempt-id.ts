/** A new key for a request that must not do its work twice. Not crypto.randomUUID, which plain HTTP does not have. */
export function newAttemptId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
