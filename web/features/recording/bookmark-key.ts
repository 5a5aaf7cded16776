import { useEffect, useEffectEvent } from 'react';

const SETTING = 'bookmarkKey';
const KEY = 'b';

/** Returns whether the key sets bookmarks. The setting is stored in this browser. */
export const isBookmarkKeyOn = (): boolean => localStorage.getItem(SETTING) !== 'off';

/** Switches the key on or off. Software for speech input types single letters, so a shortcut of one letter must have a switch. */
export function switchBookmarkKey(isOn: boolean): void {
  if (isOn) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, 'off');
}

/** Calls `onPress` for the key, except while a text is typed or a dialog is open. */
export function useBookmarkKey(isOn: boolean, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== KEY || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isOccupied(event.target as HTMLElement)) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}

const isOccupied = (target: HTMLElement): boolean =>
  target.closest(
    'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"]',
  ) !== null || document.querySelector('[role="dialog"], dialog[open]') !== null;
