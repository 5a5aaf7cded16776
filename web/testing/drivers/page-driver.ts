/** One page of a real browser, controlled remotely. Coordinates and sizes are CSS pixels of the viewport. */
export interface PageDriver {
  open(url: string): Promise<void>;
  /** Runs a function in the page. It must not use outer variables; arguments and result are JSON. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs the source text of a classic script in the page. */
  load(source: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Closes the browser. */
  close(): Promise<void>;
}

/** Keys without a character, by their `KeyboardEvent.key`. */
export const KEYS = [
  'Enter',
  'Escape',
  'Tab',
  'Backspace',
  'Delete',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
] as const;
export type Key = (typeof KEYS)[number];
