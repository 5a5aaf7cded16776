/** Without it spreadsheets take UTF-8 for something older; reading the answer took the server's away. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Hands a file to the browser's download: CSV as a text, anything else as it came. */
export function saveFile(name: string, content: string | Blob): void {
  const file =
    typeof content === 'string' ? new Blob([BYTE_ORDER_MARK, content], { type: 'text/csv;charset=utf-8' }) : content;
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
