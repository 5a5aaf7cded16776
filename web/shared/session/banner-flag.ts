/** Flag in session storage that says whether the system-wide banner is shown (docs/rules.md#what-a-browser-remembers). */
const SHOWN = 'showBanner';
/** Event for this tab, because the browser sends storage events only to other tabs. */
const CHANGED = 'ready-room:banner-flag';

export const bannerFlag = {
  keep(isShown: boolean): void {
    sessionStorage.setItem(SHOWN, String(isShown));
    window.dispatchEvent(new Event(CHANGED));
  },

  /** Returns whether to reserve room for the banner: true until it is known that none is shown (docs/rules.md#room-for-the-banner). */
  leavesRoom: (): boolean => sessionStorage.getItem(SHOWN) !== 'false',

  subscribe(listener: () => void): () => void {
    window.addEventListener(CHANGED, listener);
    return () => window.removeEventListener(CHANGED, listener);
  },
};
