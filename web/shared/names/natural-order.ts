import { LOCALE } from '../locale.js';

const collator = new Intl.Collator(LOCALE, { numeric: true, sensitivity: 'base' });

/** Compares two texts for sorting: ignores case and accents, and puts "student2" before "student10". */
export const naturalOrder = (a: string, b: string): number => collator.compare(a, b);
