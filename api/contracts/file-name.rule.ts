/**
 * Characters that a downloaded file's name must not contain: reserved, control and bidirectional characters
 * (docs/rules.md#file-names).
 */
// oxlint-disable-next-line no-control-regex -- control characters are among them
const FORBIDDEN = /[/:*?"<>|\\\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu;
const LONGEST = 200;

/** Returns a file name that every operating system accepts. Forbidden characters become underscores. */
export const safeFileName = (name: string): string => [...name].slice(0, LONGEST).join('').replace(FORBIDDEN, '_');
