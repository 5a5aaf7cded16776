/**
 * The events that a build may raise. All of them are optional, and their parameters are JSON text.
 * - `LogOut`, `Quit`: the player leaves the game.
 * - `GetTextFromClipboard`: the page answers with `ReceiveClipboardText`.
 * - `SubmitResult(attempt)`: the page keeps the attempt until the platform has it, and sends `ReceiveResultState`.
 * - `ScenarioChanged({ scenarioId })`: what is played now; null between scenarios.
 * - `WatchClass`, once after `Initialize`: the page sends `ReceiveClass` (a `PlayedClass`) at once and after each change.
 * - `WatchReplay`, once after `Initialize`: a page that was opened for a replay sends `ReceiveReplay` (the flights).
 * Builds that never raise `WatchClass` receive no `ReceiveClass`: Unity logs an error for a method that it does not have.
 */
export const GAME_EVENTS = [
  'LogOut',
  'Quit',
  'GetTextFromClipboard',
  'SubmitResult',
  'ScenarioChanged',
  'WatchClass',
  'WatchReplay',
] as const;
export type GameEvent = (typeof GAME_EVENTS)[number];

export type GameListener = (parameter: unknown) => void;
type Add = (name: string, callback: (parameter?: unknown) => undefined) => void;

/**
 * Creates a registry with any number of listeners per game event. react-unity-webgl calls only the first listener of a name, and removing
 * one listener removes all of its name. Each name is therefore registered there once, for the lifetime of the game.
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
