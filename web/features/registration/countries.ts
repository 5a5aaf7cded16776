import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';
import { locale } from '../../shared/messages/messages.js';

interface Country {
  /** ISO 3166-1 numeric. */
  id: number;
  alpha2: string;
  alpha3: string;
  name: string;
}

/** Codes of territories that belong to a country in the list, or to no country. */
const TERRITORIES = new Set(
  (
    'AI AQ AS AW AX BL BM BQ BV CC CK CW CX EH FK FO GF GG GI GL GP GS GU HK HM IM IO JE KY MF MO MP MQ MS ' +
    'NC NF NU PF PM PN PR RE SH SJ SX TC TF TK UM VG VI WF YT'
  ).split(' '),
);

/** English names of countries for which the library uses the formal name. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  CD: 'Congo (Kinshasa)',
  CG: 'Congo (Brazzaville)',
  CI: "Côte d'Ivoire",
  CN: 'China',
  CZ: 'Czechia',
  FM: 'Micronesia',
  GM: 'Gambia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  SY: 'Syria',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
};

countries.registerLocale(english);

const inEnglish = (alpha2: string) => EVERYDAY_NAMES[alpha2] ?? countries.getName(alpha2, 'en');

/** Returns the countries of nationality, sorted by their name in the language of the page. */
export function countriesByName(): readonly Country[] {
  const inLanguage = locale().startsWith('en') ? null : new Intl.DisplayNames(locale(), { type: 'region' });
  return Object.entries(countries.getAlpha2Codes())
    .filter(([alpha2]) => !TERRITORIES.has(alpha2))
    .map(([alpha2, alpha3]) => ({
      id: Number(countries.alpha2ToNumeric(alpha2)),
      alpha2,
      alpha3,
      name: (inLanguage ? inLanguage.of(alpha2) : inEnglish(alpha2)) ?? alpha2,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale()));
}
