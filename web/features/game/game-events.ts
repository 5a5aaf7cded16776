/** What a build may raise: the first three every build (decisions V1), the others the training build. */
export const GAME_EVENTS = ['LogOut', 'Quit', 'GetTextFromClipboard', 'SubmitResult', 'ScenarioChanged'] as const;
export type GameEvent = (typeof GAME_EVENTS)[number];

export type GameListener = (parameter: unknown) => void;
type Add = (name: string, callback: (parameter?: unknown) => undefined) => void;

/**
 * Any number of listeners of the game's events: react-unity-webgl calls only the first of a name, and takes all of a name
 * away with any of them. So each name is registered there once, for as long as the game is there.
 */
export function createEventFan(add: Add) {
  const listeners = new Map<GameEvent, Set<GameListener>>();
  for (const name of GAME_EVENTS) {
    const own = new Set<GameListener>();
    listeners.set(name, own);
    add(name, (parameter) => {
      for (const listener of own) listener(parameter);
      return undefined;
    });
  }
  return {
    on(name: GameEvent, listener: GameListener): () => void {
      const own = listeners.get(name)!;
      own.add(listener);
      return () => void own.delete(listener);
    },
  };
}
export type EventFan = ReturnType<typeof createEventFan>;
