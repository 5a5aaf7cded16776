import { speak, type Language } from './messages.js';

/** Loaders of the files in `web/languages`, by path. A file name is the language tag in lower case. */
export type LanguageFiles = Readonly<Record<string, () => Promise<{ language: Language }>>>;

/**
 * Loads the first of the preferred languages that has a file. A file of another region matches too: `de-de.ts` for `de` and `de-AT`.
 * English is built in, so a preference for it ends the search unless a file has exactly that tag.
 */
export async function loadLanguage(
  files: LanguageFiles,
  preferred: readonly string[] = navigator.languages,
): Promise<void> {
  const loaders = Object.entries(files).map(
    ([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.ts'.length), load] as const,
  );
  for (const preference of preferred) {
    const tag = preference.toLowerCase();
    const primary = tag.split('-')[0]!;
    const isEnglish = primary === 'en';
    const [, load] =
      loaders.find(([name]) => name === tag) ??
      loaders.find(([name]) => !isEnglish && name.split('-')[0] === primary) ??
      [];
    if (load) {
      const { language } = await load();
      speak(language);
      document.documentElement.lang = language.locale;
    }
    if (load || isEnglish) return;
  }
}
