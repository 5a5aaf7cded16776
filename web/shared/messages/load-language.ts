import { speak, type Language } from './messages.js';

/** One file for each language but English; its name is the BCP 47 tag in lower case. Nothing else has to know a language. */
const files = import.meta.glob<{ language: Language }>('../../languages/*.ts');

/** Loads the first language of the browser that has a file, unless English comes before it. */
export async function loadLanguage(preferred: readonly string[] = navigator.languages): Promise<void> {
  for (const tag of preferred) {
    const name = tag.toLowerCase();
    const load = files[`../../languages/${name}.ts`] ?? files[`../../languages/${name.split('-')[0]}.ts`];
    if (load) {
      const { language } = await load();
      speak(language);
      document.documentElement.lang = language.locale;
      return;
    }
    if (name.startsWith('en')) return;
  }
}
