/** The one door to jotai: changing the state library or its store touches this file. */
export { atom, getDefaultStore, useAtom, useAtomValue, useSetAtom } from 'jotai';
export { atomWithStorage } from 'jotai/utils';
