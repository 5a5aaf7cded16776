import { useAtomValue } from '../state/jotai.js';
import { showNamesAtom } from './show-names.atoms.js';

/** Returns the one-line label of a person in charts: the name if this browser shows names, otherwise the username. */
export function useOneLineName(): (username: string, name: string | null) => string {
  const showNames = useAtomValue(showNamesAtom);
  return (username, name) => (showNames && name) || username;
}
