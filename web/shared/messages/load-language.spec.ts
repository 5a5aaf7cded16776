import { loadLanguage, type LanguageFiles } from './load-language.js';
import { defineMessages, locale } from './messages.js';

const texts = defineMessages('load-language-spec', { greeting: 'Hello' });

const file = (tag: string, greeting: string) => async () => ({
  language: { locale: tag, translate: () => ({ greeting }) },
});

const FILES: LanguageFiles = {
  './languages/de-de.ts': file('de-DE', 'Hallo'),
  './languages/en-xa.ts': file('en-XA', 'Ĥéļļö'),
  './languages/fr.ts': file('fr', 'Bonjour'),
  './languages/pt-br.ts': file('pt-BR', 'Oi'),
  './languages/pt-pt.ts': file('pt-PT', 'Olá'),
};

describe('loadLanguage', () => {
  beforeEach(() => {
    document.documentElement.lang = 'en';
  });

  // First, because a loaded language stays.
  it.each([
    [['en-US', 'de']],
    [['en']],
    [['en-GB', 'en-XA']],
    [['nl', 'en-US', 'fr']],
    [['nl']],
    [['d', 'deu', 'e']],
    [[]],
  ])('keeps English for %j', async (preferred) => {
    await loadLanguage(FILES, preferred);
    expect([document.documentElement.lang, locale(), texts.greeting]).toEqual(['en', 'en-US', 'Hello']);
  });

  it.each([
    [['de-DE'], 'de-DE', 'Hallo'],
    [['de', 'en-US', 'en'], 'de-DE', 'Hallo'],
    [['de-AT'], 'de-DE', 'Hallo'],
    [['de-Latn-CH-1996', 'fr'], 'de-DE', 'Hallo'],
    [['nl', 'fr-CA', 'de'], 'fr', 'Bonjour'],
    [['pt-PT'], 'pt-PT', 'Olá'],
    [['pt-AO'], 'pt-BR', 'Oi'],
    [['en-XA', 'en'], 'en-XA', 'Ĥéļļö'],
  ])('finds a file for %j: %s', async (preferred, tag, greeting) => {
    await loadLanguage(FILES, preferred);
    expect([document.documentElement.lang, locale(), texts.greeting]).toEqual([tag, tag, greeting]);
  });

  it('reports a file that fails to load', async () => {
    const files = { './languages/de-de.ts': () => Promise.reject(new Error('away')) };
    await expect(loadLanguage(files, ['de'])).rejects.toThrow('away');
  });
});
