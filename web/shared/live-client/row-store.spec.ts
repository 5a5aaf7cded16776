import { createRowStore } from './row-store.js';

const row = (key: string, sequence: number, value: string | null = `${key}@${sequence}`) => ({ key, sequence, value });

/** Animation frames that the test runs. */
function frames() {
  const waiting: (() => void)[] = [];
  return {
    schedule: (run: () => void) => void waiting.push(run),
    next: () => waiting.splice(0).forEach((run) => run()),
    waiting: () => waiting.length,
  };
}

describe('row store', () => {
  it('applies newer rows and ignores known ones', () => {
    const store = createRowStore<string>();
    store.apply([row('a', 5)]);
    store.apply([row('a', 4), row('a', 5, 'same place, other text')]);
    expect(store.get('a')?.value).toBe('a@5');
    store.apply([row('a', 6)]);
    expect(store.get('a')?.value).toBe('a@6');
  });

  it('starts with the loaded rows, without counting them as changes', () => {
    const frame = frames();
    const store = createRowStore([row('a', 5)], frame.schedule);
    expect([store.get('a')?.value, store.changes(), frame.waiting()]).toEqual(['a@5', 0, 0]);
    store.apply([row('a', 4), row('b', 6)]);
    expect([store.get('a')?.value, store.changes(), frame.waiting()]).toEqual(['a@5', 1, 1]);
  });

  it('does not restore a removed row with an older change', () => {
    const store = createRowStore<string>();
    store.apply([row('a', 7, null)]);
    store.apply([row('a', 6)]);
    expect(store.get('a')?.value).toBeNull();
  });

  it('notifies the listeners of a key once per frame, and no others', () => {
    const frame = frames();
    const store = createRowStore<string>([], frame.schedule);
    const a = jest.fn();
    const b = jest.fn();
    store.subscribe('a', a);
    store.subscribe('b', b);
    for (let sequence = 1; sequence <= 50; sequence += 1) store.apply([row('a', sequence)]);
    expect(frame.waiting()).toBe(1);
    expect(a).not.toHaveBeenCalled();
    frame.next();
    expect(a).toHaveBeenCalledTimes(1);
    expect(b).not.toHaveBeenCalled();
    expect(store.get('a')?.value).toBe('a@50');
  });

  it('passes the changed keys of a frame to listeners of all keys', () => {
    const frame = frames();
    const store = createRowStore<string>([], frame.schedule);
    const any = jest.fn();
    store.subscribeAny(any);
    store.apply([row('a', 1), row('b', 2)]);
    frame.next();
    expect([...any.mock.calls[0][0]]).toEqual(['a', 'b']);
  });

  it('drops the rows that a full load does not contain, and reports them as changed', () => {
    const frame = frames();
    const store = createRowStore<string>([], frame.schedule);
    store.apply([row('a', 9), row('b', 9)]);
    frame.next();
    const a = jest.fn();
    store.subscribe('a', a);
    store.replace([row('b', 3)]);
    frame.next();
    expect(a).toHaveBeenCalledTimes(1);
    expect(store.get('a')).toBeUndefined();
    expect(store.get('b')?.value).toBe('b@3');
  });

  it('stops notifying a listener that has unsubscribed', () => {
    const frame = frames();
    const store = createRowStore<string>([], frame.schedule);
    const listener = jest.fn();
    store.subscribe('a', listener)();
    store.apply([row('a', 1)]);
    frame.next();
    expect(listener).not.toHaveBeenCalled();
  });
});
