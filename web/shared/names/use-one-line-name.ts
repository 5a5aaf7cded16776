import { useAtomValue } from '../state/jotai.js';
import { showNamesAtom } from './show-names.atoms.js';

/** Returns how charts label a person in one line: by name where this browser shows names, otherwise by username. */
export function useOneLineName(): (username: string, name: string | null) => string {
  const showNames = useAtomValue(showNamesAtom);
  return (username, name) => (showNames && name) || username;
}
