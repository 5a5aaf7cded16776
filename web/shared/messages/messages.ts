import type { ReactNode } from 'react';

/** A text of the interface, or a function that inserts values into one. */
type Message = string | ((...values: never[]) => ReactNode);

/** Texts by name; large features nest them in groups. */
export interface Messages {
  readonly [name: string]: Message | Messages;
}

/** The shape of a catalogue in any language: the same names, functions with the same arguments. */
export type Translated<M> = M extends string
  ? string
  : M extends (...values: infer Values) => infer Result
    ? (...values: Values) => Result extends string ? string : Result
    : { readonly [Name in keyof M]: Translated<M[Name]> };

/** What a file of `web/languages` exports as `language`. */
export interface Language {
  /** BCP 47 tag for dates, numbers, plurals and sorting. */
  readonly locale: string;
  /** Returns the translated texts of a catalogue; `english` are its texts in the source code. */
  readonly translate: (catalogue: string, english: Messages) => Messages;
}

const catalogues = new Map<string, Messages>();
let language: Language | undefined;

/**
 * Declares the texts of a feature, in English. `name` is unique; a language finds its translation by it. A language replaces the texts
 * before the first page is shown. Texts are therefore read while a page renders and never when a module is loaded.
 */
export function defineMessages<M extends Messages>(name: string, english: M): Translated<M> {
  const texts: Messages = { ...english };
  if (language) Object.assign(texts, language.translate(name, texts));
  catalogues.set(name, texts);
  return texts as Translated<M>;
}

/** Replaces the texts of every catalogue, including those that are defined later. Called once, before the first page. */
export function speak(next: Language): void {
  language = next;
  for (const [name, texts] of catalogues) Object.assign(texts, next.translate(name, texts));
}

/** The locale of every text, number and date; English with MM/DD/YYYY without a language file (docs/rules.md#dates). */
export const locale = (): string => language?.locale ?? 'en-US';

let plurals: Intl.PluralRules | undefined;

/** Selects the plural form for a count by the rules of the language: `plural(3, { one: 'student', other: 'students' })`. */
export const plural = <Forms extends { other: string }>(
  count: number,
  forms: Forms & Partial<Record<Intl.LDMLPluralRule, string>>,
): string => forms[(plurals ??= new Intl.PluralRules(locale())).select(count)] ?? forms.other;
