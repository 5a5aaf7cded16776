import type { Contact, Flight } from '../flight/flight.js';
import type { Pointing } from '../flight/scenario.js';
import { span } from './words.js';

const CONTACTS: Readonly<Record<Contact, string>> = {
  'no sensor': 'none',
  'in view': 'in view',
  'in shadow': 'target in the Earth’s shadow',
  'too far': 'too far',
  'outside the field': 'outside the field of view',
  'in glare': 'in the Sun’s glare',
  'wrong side': 'wrong side of the light',
};

export const contactInWords = (contact: Contact): string => CONTACTS[contact];

export const pointingInWords = ({ azimuth, elevation }: Pointing): string =>
  `Azimuth ${degrees(azimuth)}, elevation ${degrees(elevation)}`;

const degrees = (value: number): string => `${value < 0 ? '−' : ''}${Math.abs(value)}°`;

/** Describes the target's last burn; null before its first burn. */
export const targetBurnInWords = ({ targetBurntAt }: Flight): string | null =>
  targetBurntAt === null ? null : `The target made a burn at ${span(targetBurntAt)}.`;
