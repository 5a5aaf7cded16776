import { language } from '../languages/en-xa.js';
import type { Messages } from '../shared/messages/messages.js';
import { textsOutsideCatalogues } from './hard-coded-text.js';

const found = (text: string, ...data: string[]) => textsOutsideCatalogues([text], new Set(data)).length > 0;

describe('textsOutsideCatalogues', () => {
  it('accepts accented texts, data, and data among accented words', () => {
    expect(found('Ļöğ öûţ')).toBe(false);
    expect(found('Orbit basics', 'Orbit basics')).toBe(false);
    expect(found('  Orbit\n basics ', 'Orbit basics')).toBe(false);
    expect(found('Çļåšš Orbit basics, 3', 'Orbit basics')).toBe(false);
    expect(found('What is the orbital …', 'What is the orbital period?')).toBe(false);
    expect(found('Föŕ SystemAdmin')).toBe(false);
  });

  it('finds a hard-coded text that contains data', () => {
    expect(found('Class of Orbit basics', 'Orbit basics')).toBe(true);
  });

  it('finds a hard-coded word that contains data', () => {
    expect(found('Students', 'Student')).toBe(true);
    expect(found('Grades', 'Gra', 'des')).toBe(true);
  });

  it('removes data of two letters only when it is the whole text', () => {
    expect(found('OK', 'OK')).toBe(false);
    expect(found('is OK', 'is', 'OK')).toBe(true);
  });

  it('accepts a server code with two letters among its digits', () => {
    expect(textsOutsideCatalogues(['Çöðé 72FM79'], new Set(['72FM79']))).toEqual([]);
  });

  it('escapes regular-expression characters in data', () => {
    expect(found('Çļåšš C++ (2nd)', 'C++ (2nd)')).toBe(false);
    expect(found('Class', 'C.*s')).toBe(true);
  });
});

describe('the pseudo-locale', () => {
  const texts = language.translate('spec', {
    of: (name: string) => `Details of ${name}`,
    both: (names: readonly string[]) => names.join(' and '),
  } satisfies Messages) as { of: (name: string) => string; both: (names: readonly string[]) => string };

  it('accents a text around its inserted values', () => {
    expect(texts.of('Ada')).toBe('Ðéţåîļš öƒ Ada');
  });

  it('does not accent values in lists, so that a hard-coded one is found', () => {
    expect(texts.both(['Ada', 'Bob'])).toBe('Ada åñð Bob');
    expect(found(texts.both(['Ada', 'hard-coded']), 'Ada')).toBe(true);
    expect(found(texts.both(['Ada', 'Bob']), 'Ada', 'Bob')).toBe(false);
  });
});
