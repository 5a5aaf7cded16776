/** Flag in session storage that says whether the system-wide banner is shown (docs/rules.md#what-a-browser-remembers). */
const SHOWN = 'showBanner';
/** Storage tells other tabs of a change, not this one. */
const CHANGED = 'ready-room:banner-flag';

export const bannerFlag = {
  keep(isShown: boolean): void {
    sessionStorage.setItem(SHOWN, String(isShown));
    window.dispatchEvent(new Event(CHANGED));
  },

  /** Room stays free until it is known that no banner is shown (docs/rules.md#room-for-the-banner). */
  leavesRoom: (): boolean => sessionStorage.getItem(SHOWN) !== 'false',

  subscribe(listener: () => void): () => void {
    window.addEventListener(CHANGED, listener);
    return () => window.removeEventListener(CHANGED, listener);
  },
};
