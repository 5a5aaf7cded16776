/**
 * Replaces a method of a browser object until the returned function is called. Game builds cannot be changed, but the methods that they
 * call can. The returned function does not restore a method that other code has replaced in the meantime.
 */
export function replaceMethod<T extends object, K extends keyof T>(
  target: T,
  name: K,
  replacementOf: (original: T[K]) => T[K],
): () => void {
  const original = target[name];
  const replacement = replacementOf(original);
  target[name] = replacement;
  return () => {
    if (target[name] === replacement) target[name] = original;
  };
}
