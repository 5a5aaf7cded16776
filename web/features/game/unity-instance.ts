/** The instance that a build's loader creates, with the members that the viewer uses. */
export interface UnityInstance {
  SendMessage(object: string, method: string, parameter?: string | number): void;
  SetFullscreen(on: 0 | 1): void;
  Quit(): Promise<void>;
}

/** Name of the object in a build that the page calls (docs/rules.md#bridge-to-the-game). */
const RECEIVER = 'WebBridge';

/** Sends a message to the game. A failure is only logged, so that it does not break the page. */
export function sendToGame(game: UnityInstance, method: string, parameter?: string): void {
  try {
    game.SendMessage(RECEIVER, method, parameter);
  } catch (error) {
    console.error(`The game failed to process ${method}:`, error);
  }
}

/**
 * Resolves when the game has ended. react-unity-webgl calls `Quit` in the background after the player is removed from the page. `Quit` must
 * not be called a second time, because that promise never resolves.
 */
export function untilQuit(game: UnityInstance): Promise<void> {
  return new Promise((ended) => {
    const quit = game.Quit.bind(game);
    game.Quit = async () => {
      await quit().catch((error: unknown) => console.error('The game failed to quit:', error));
      ended();
    };
  });
}
