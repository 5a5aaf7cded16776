import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

const ENTRIES = 'li[tabindex="-1"]';

/**
 * Moves the focus from a button that will be disabled and disappear to its entry of the list. Otherwise the keyboard would lose its place,
 * and Escape would not close the dialog. Entries have `tabIndex={-1}`.
 */
export function focusEntryOf(button: HTMLElement): void {
  button.closest<HTMLElement>(ENTRIES)?.focus();
}

/**
 * Keeps the place of the keyboard when the entry with the focus is removed or goes to another list: the entry that is then at its place gets
 * the focus, or the last one, or the element with the lists when no entry is left. Give the result to that element, with `tabIndex={-1}`.
 */
export function useListFocus<Element extends HTMLElement>(): {
  ref: RefObject<Element | null>;
  onFocus: (event: FocusEvent) => void;
} {
  const ref = useRef<Element>(null);
  const focused = useRef<{ entry: HTMLElement; place: number }>(undefined);
  const entries = (): HTMLElement[] => [...(ref.current?.querySelectorAll<HTMLElement>(ENTRIES) ?? [])];

  useLayoutEffect(() => {
    if (!focused.current || focused.current.entry.isConnected) return;
    const { place } = focused.current;
    focused.current = undefined;
    // Nothing else took the focus: it is at an element around the lists, such as the document or the dialog.
    if (document.activeElement?.contains(ref.current))
      (
        entries()
          .slice(0, place + 1)
          .at(-1) ?? ref.current
      )?.focus();
  });

  return {
    ref,
    // Focus in a dialog that an entry has opened arrives here too. It leaves the entry as it is.
    onFocus: ({ target }) => {
      const place = entries().findIndex((entry) => entry.contains(target));
      if (place !== -1) focused.current = { entry: entries()[place]!, place };
      else if (ref.current?.contains(target)) focused.current = undefined;
    },
  };
}
