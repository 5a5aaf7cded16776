import { openPlayerDatabase } from './player-database.js';

describe('the database of a player', () => {
  const open = jest.fn();
  const deleteDatabase = jest.fn();

  beforeEach(() => {
    jest.resetAllMocks();
    // jsdom has no indexedDB
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { open, deleteDatabase } });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'indexedDB'));

  it('replaces the one that every Unity build opens', () => {
    const restore = openPlayerDatabase('u1');
    indexedDB.open('/idbfs', 21);
    indexedDB.deleteDatabase('/idbfs');
    expect(open).toHaveBeenLastCalledWith('/idbfs-u1', 21);
    expect(deleteDatabase).toHaveBeenLastCalledWith('/idbfs-u1');
    indexedDB.open('UnityCache', 4);
    expect(open).toHaveBeenLastCalledWith('UnityCache', 4);

    restore();
    indexedDB.open('/idbfs', 21);
    expect(open).toHaveBeenLastCalledWith('/idbfs', 21);
  });
});
