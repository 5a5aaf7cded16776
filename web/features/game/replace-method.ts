/**
 * Replaces a method of a browser object until the returned function is called. Builds of the game cannot be changed, so
 * what they ask of the browser is changed here. A replacement made on top of this one meanwhile stays.
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
