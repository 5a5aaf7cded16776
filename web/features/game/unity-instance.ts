/** What a build's loader gives, as far as the viewer uses it. */
export interface UnityInstance {
  SendMessage(object: string, method: string, parameter?: string | number): void;
  SetFullscreen(on: 0 | 1): void;
  Quit(): Promise<void>;
}

/** Name of the object in a build that the page calls (docs/rules.md#bridge-to-the-game). */
const RECEIVER = 'WebBridge';

/** Tells the game something; one that cannot take it is no reason for the page to break. */
export function tell(game: UnityInstance, method: string, parameter?: string): void {
  try {
    game.SendMessage(RECEIVER, method, parameter);
  } catch (error) {
    console.error(`The game did not take ${method}:`, error);
  }
}

/**
 * Fulfilled when the game has come to its end, which react-unity-webgl waits for by itself where nobody sees it, once the
 * player is taken off the page. It must not be asked a second time: that answer never comes.
 */
export function untilQuit(game: UnityInstance): Promise<void> {
  return new Promise((ended) => {
    const quit = game.Quit.bind(game);
    game.Quit = async () => {
      await quit().catch((error: unknown) => console.error('The game ended with an error:', error));
      ended();
    };
  });
}
