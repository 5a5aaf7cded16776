import { createContext, type ReactNode, use } from 'react';

/** Renders the mark of a student in tables of another feature. */
export type MarkOf = (userId: string) => ReactNode;

/** Null if students have no marks. */
export const StudentMarkContext = createContext<MarkOf | null>(null);

/** Shows the mark of a student beside the name, if any. */
export const StudentMark = ({ userId }: { userId: string }) => use(StudentMarkContext)?.(userId);
