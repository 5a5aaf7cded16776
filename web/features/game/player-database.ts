import { replaceMethod } from './replace-method.js';

/** Name of the database in which every Unity build stores PlayerPrefs and files, after emscripten's mount point. */
const UNITY_DATABASE = '/idbfs';

/**
 * Redirects the game's database to one per player, until the returned function is called. Students of one computer share a browser profile.
 * The shared database of earlier versions is neither read nor deleted.
 */
export function openPlayerDatabase(userId: string): () => void {
  if (!('indexedDB' in window)) return () => undefined;
  const ownName = (name: string): string => (name === UNITY_DATABASE ? `${UNITY_DATABASE}-${userId}` : name);
  const restore = [
    replaceMethod(
      indexedDB,
      'open',
      (open) =>
        (name, ...version) =>
          open.call(indexedDB, ownName(name), ...version),
    ),
    replaceMethod(indexedDB, 'deleteDatabase', (remove) => (name) => remove.call(indexedDB, ownName(name))),
  ];
  return () => restore.forEach((back) => back());
}
