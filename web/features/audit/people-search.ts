/** A filter value with its name. */
export interface Named {
  id: string;
  name: string;
}

/** Finds the first few people whose name matches. The page provides it, because people belong to another feature. */
export type FindPeople = (text: string) => Promise<readonly Named[]>;
