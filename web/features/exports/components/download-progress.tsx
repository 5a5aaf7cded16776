import { exportsMessages as messages } from '../exports.messages.js';

const KILOBYTE = 1024;

/** Label of a download button while its file loads. */
export function DownloadProgress({ bytes }: { bytes: number }) {
  return <span aria-live="polite">{bytes > 0 ? arrived(bytes) : messages.preparing}</span>;
}

function arrived(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE
    ? messages.arrivedKilobytes(String(Math.ceil(kilobytes)))
    : messages.arrivedMegabytes((kilobytes / KILOBYTE).toFixed(1));
}
