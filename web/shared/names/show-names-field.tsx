import { sharedMessages as messages } from '../shared.messages.js';
import { useAtom } from '../state/jotai.js';
import { CheckField } from '../ui/fields.js';
import { showNamesAtom } from './show-names.atoms.js';

/** Checkbox that switches between names and usernames on all staff pages of this browser. */
export function ShowNamesField() {
  const [showNames, setShowNames] = useAtom(showNamesAtom);
  return <CheckField label={messages.showNames} checked={showNames} onChange={setShowNames} />;
}
