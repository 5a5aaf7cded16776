/** Returns a random UUID (version 4). `crypto.randomUUID` is missing on pages served over plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // The digits 4 and 8 stand for the version and the variant.
  return hex.replace(/^(.{8})(....).(...).(...)/, '$1-$2-4$3-8$4-');
}
