/** Somebody or something that can be named in a filter. */
export interface Named {
  id: string;
  name: string;
}

/** Finds the first few people whose name fits; the page brings it, people are another feature. */
export type FindPeople = (text: string) => Promise<readonly Named[]>;
