import { locale } from '../messages/messages.js';

let collator: Intl.Collator | undefined;

/** Compares two texts for sorting: ignores case and accents, and puts "student2" before "student10". */
export const naturalOrder = (a: string, b: string): number =>
  (collator ??= new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' })).compare(a, b);
