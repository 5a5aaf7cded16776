/** Text that the game receives when the clipboard may not be read (docs/rules.md#bridge-to-the-game). */
const CLIPBOARD_DENIED = 'BORGERR - Clipboard Read Permission Denied';

/** The text of the clipboard; a browser that cannot read it denies it as well. */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return CLIPBOARD_DENIED;
  }
}
