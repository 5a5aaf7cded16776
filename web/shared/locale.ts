/** The locale of every text, number and date: the specification writes English with MM/DD/YYYY. */
export const LOCALE = 'en-US';

let numbers: Intl.NumberFormat | undefined;

/** A number with its thousands apart: 1,234.5. */
export const readableNumber = (value: number): string => (numbers ??= new Intl.NumberFormat(LOCALE)).format(value);
