/**
 * Replaces a method of a browser object until the returned function is called. Game builds cannot be changed, but what
 * they call can. The returned function leaves a method alone that other code has replaced meanwhile.
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
