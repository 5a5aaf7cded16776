/** In session storage (product §3): whether the system-wide banner shows, for who has to leave it room. */
const SHOWN = 'showBanner';
/** Storage tells other tabs of a change, not this one. */
const CHANGED = 'ready-room:banner-flag';

export const bannerFlag = {
  keep(isShown: boolean): void {
    sessionStorage.setItem(SHOWN, String(isShown));
    window.dispatchEvent(new Event(CHANGED));
  },

  /** Room is left until it is known that there is no banner (product §2). */
  leavesRoom: (): boolean => sessionStorage.getItem(SHOWN) !== 'false',

  subscribe(listener: () => void): () => void {
    window.addEventListener(CHANGED, listener);
    return () => window.removeEventListener(CHANGED, listener);
  },
};
