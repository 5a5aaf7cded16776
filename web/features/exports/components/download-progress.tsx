const KILOBYTE = 1024;

/** What a button says while its file comes. */
export function DownloadProgress({ bytes }: { bytes: number }) {
  return <span aria-live="polite">Preparing…{bytes > 0 && ` ${sizeOf(bytes)}`}</span>;
}

function sizeOf(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE ? `${Math.ceil(kilobytes)} kB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}
