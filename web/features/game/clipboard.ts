/** What the game hears instead of the text when it may not be read (product §4). */
export const CLIPBOARD_DENIED = 'BORGERR - Clipboard Read Permission Denied';

/** The text of the clipboard; a browser that cannot read it denies it as well. */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return CLIPBOARD_DENIED;
  }
}
