/** Text that the game receives when reading the clipboard is denied (docs/rules.md#bridge-to-the-game). */
const CLIPBOARD_DENIED = 'BORGERR - Clipboard Read Permission Denied';

/** Returns the text of the clipboard. A browser that cannot read it counts as denied. */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return CLIPBOARD_DENIED;
  }
}
