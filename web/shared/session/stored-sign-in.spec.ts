import { type SignInChange, storedSignIn, storedUsername } from './stored-sign-in.js';

const signIn = (id: string) => storedSignIn.signedIn({ id, refreshToken: `token-of-${id}`, canPlay: true }, id);

/** Simulates a sign-in in another tab, and returns the changes that this tab reports. */
function heardOfSignIn(id: string): SignInChange[] {
  const changes: SignInChange[] = [];
  const stop = storedSignIn.onChangedElsewhere((change) => changes.push(change));
  const write = Storage.prototype.setItem;
  // A browser sends storage events only to other tabs.
  const spy = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, newValue) {
    const oldValue = this.getItem(key);
    write.call(this, key, newValue);
    if (oldValue !== newValue) window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
  });
  signIn(id);
  spy.mockRestore();
  stop();
  return changes;
}

describe('the stored session', () => {
  beforeEach(() => localStorage.clear());

  it('reports a sign-in of another person in another tab before any other change', () => {
    signIn('ava');
    const [first, ...others] = heardOfSignIn('ben');
    expect(first).toBe('other-person');
    expect(others).not.toContain('renewed');
  });

  it('reports a new token as another person while another user is stored', () => {
    signIn('ava');
    const changes: SignInChange[] = [];
    const stop = storedSignIn.onChangedElsewhere((change) => changes.push(change));
    localStorage.setItem('userId', 'ben');
    window.dispatchEvent(new StorageEvent('storage', { key: 'refresh-token', newValue: 'token-of-ben' }));
    stop();
    expect(changes).toEqual(['other-person']);
  });

  it('keeps the username as long as a session lasts, also while the browser is closed', () => {
    const written = jest.spyOn(document, 'cookie', 'set');
    signIn('ava');
    const name = written.mock.calls.map(([cookie]) => cookie).find((cookie) => cookie.startsWith('username='));
    expect(name).toBe('username=ava; Path=/; SameSite=Strict; Max-Age=604800');
    written.mockRestore();
    expect(storedUsername()).toBe('ava');
    storedSignIn.signedOut();
    expect(storedUsername()).toBe('');
  });

  it('reports a sign-in of the same person as a renewal', () => {
    signIn('ava');
    storedSignIn.renewed('older');
    expect(heardOfSignIn('ava')).toEqual(['renewed']);
  });
});
