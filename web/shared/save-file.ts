/** Without it spreadsheets take UTF-8 for something older; reading the answer took the server's away. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Hands a CSV to the browser's download. */
export function saveFile(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
