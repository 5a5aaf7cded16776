/** Without it, spreadsheets assume an older encoding than UTF-8. Reading the response removed the one that the server sent. */
const BYTE_ORDER_MARK = '\uFEFF';

/** WebKit reads the file after the click has returned. A large file takes longer. */
const READ_WITHIN_MS = 60_000;

/** Saves a file as a browser download: CSV from a text, any other type from a blob. */
export function saveFile(name: string, content: string | Blob): void {
  const file =
    typeof content === 'string' ? new Blob([BYTE_ORDER_MARK, content], { type: 'text/csv;charset=utf-8' }) : content;
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
