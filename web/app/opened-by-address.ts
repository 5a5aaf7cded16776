import { createContext, useContext } from 'react';

/** True while the shown location is the one that the document was loaded with. */
export const OpenedByAddress = createContext(false);

export const useOpenedByAddress = (): boolean => useContext(OpenedByAddress);
