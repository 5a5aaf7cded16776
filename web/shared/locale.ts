import { locale } from './messages/messages.js';

let numbers: Intl.NumberFormat | undefined;

/** Formats a number with thousands separators: 1,234.5. */
export const readableNumber = (value: number): string => (numbers ??= new Intl.NumberFormat(locale())).format(value);
