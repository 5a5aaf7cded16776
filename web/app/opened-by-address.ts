import { createContext, useContext } from 'react';

/** Whether the shown location is the one that the document was loaded with, and nothing was navigated to since. */
export const OpenedByAddress = createContext(false);

export const useOpenedByAddress = (): boolean => useContext(OpenedByAddress);
