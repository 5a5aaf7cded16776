import { safeFileName } from '../../contracts/file-name.rule.js';

/** Returns the `content-disposition` header of a download (RFC 6266), with the full name and a fallback in ASCII. */
export function attachment(name: string): string {
  const safe = safeFileName(name);
  const plain = safe.replace(/[^\x20-\x7e]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(safe)}`;
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
