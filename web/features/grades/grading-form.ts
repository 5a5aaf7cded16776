import { MAX_WEIGHT } from '../../../api/contracts/grading.rule.js';
import type { GradingSettings } from '../../../api/contracts/grading.contract.js';

/** The settings as typed. `weights` by the id of a scenario or campaign; an empty text weighs 1. */
export interface GradingForm extends Pick<GradingSettings, 'count' | 'attempts' | 'missing'> {
  passMark: string;
  weightsBy: 'None' | 'Scenario' | 'Campaign';
  weights: Readonly<Record<string, string>>;
}

export const toForm = ({ passMark, weights, ...settings }: GradingSettings): GradingForm => ({
  ...settings,
  passMark: passMark === null ? '' : String(passMark),
  weightsBy: weights?.by ?? 'None',
  weights: Object.fromEntries(Object.entries(weights?.values ?? {}).map(([id, weight]) => [id, String(weight)])),
});

/** Returns whether a typed pass mark is empty or a whole percentage. */
export const isPassMark = (text: string): boolean => /^\d{0,3}$/.test(text.trim()) && Number(text) <= 100;

export const isWeight = (text: string): boolean =>
  text.trim() === '' || (/^\d+([.,]\d{1,3})?$/.test(text.trim()) && numberOf(text) <= MAX_WEIGHT);

/** Returns the settings to send; undefined while a field is invalid. Weights of 1 are the default and are left out. */
export function fromForm({ passMark, weightsBy, weights, ...settings }: GradingForm): GradingSettings | undefined {
  const used = weightsBy === 'None' ? {} : weights;
  if (!isPassMark(passMark) || !Object.values(used).every(isWeight)) return undefined;
  const values = Object.entries(used)
    .filter(([, text]) => text.trim() !== '' && numberOf(text) !== 1)
    .map(([id, text]) => [id, numberOf(text)] as const);
  return {
    ...settings,
    passMark: passMark.trim() === '' ? null : Number(passMark),
    weights: weightsBy === 'None' ? null : { by: weightsBy, values: Object.fromEntries(values) },
  };
}

const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));
