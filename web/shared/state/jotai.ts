/** The only import of jotai, so that replacing the state library changes only this file. */
export { atom, getDefaultStore, useAtom, useAtomValue, useSetAtom } from 'jotai';
export { atomWithStorage } from 'jotai/utils';
