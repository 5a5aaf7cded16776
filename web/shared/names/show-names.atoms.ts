import { atomWithStorage } from '../state/jotai.js';

/** Whether staff pages show people's names. A setting of this browser: a change applies in all of its tabs. */
export const showNamesAtom = atomWithStorage('showNames', false, undefined, { getOnInit: true });
