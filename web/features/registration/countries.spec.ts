import { Nationality } from '../../../api/contracts/account.contract.js';
import { countriesByName } from './countries.js';

const COUNTRIES = countriesByName();

describe('countries', () => {
  it('lists some 190 countries by name, each with its three codes', () => {
    expect(COUNTRIES.length).toBeGreaterThanOrEqual(190);
    expect(COUNTRIES.length).toBeLessThanOrEqual(200);
    expect(COUNTRIES[0]?.name).toBe('Afghanistan');
    expect(COUNTRIES.find(({ alpha2 }) => alpha2 === 'BE')).toEqual({
      id: 56,
      alpha2: 'BE',
      alpha3: 'BEL',
      name: 'Belgium',
    });
    expect(new Set(COUNTRIES.map(({ id }) => id)).size).toBe(COUNTRIES.length);
  });

  it('offers only countries that the server accepts', () => {
    for (const { id, name, alpha3 } of COUNTRIES) {
      expect(Nationality.parse(id)).toBe(id);
      expect(name).not.toBe('');
      expect(alpha3).toMatch(/^[A-Z]{3}$/);
    }
  });
});
