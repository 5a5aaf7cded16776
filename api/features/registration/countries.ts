import { createRequire } from 'node:module';

/** Of each country alpha-2, alpha-3 and numeric code; the library's own module would load its names in 80 languages. */
const CODES = createRequire(import.meta.url)('i18n-iso-countries/codes.json') as readonly (readonly string[])[];

const NUMERIC: ReadonlySet<number> = new Set(CODES.map(([, , numeric]) => Number(numeric)));

/** True for an ISO 3166-1 numeric code. */
export const isCountry = (numeric: number): boolean => NUMERIC.has(numeric);
