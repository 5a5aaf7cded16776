type Listener = (event: { data: unknown }) => void;

const open = new Set<FakeBroadcastChannel>();

/** A broadcast channel within one document, which jsdom lacks. A message arrives immediately at all other channels with the same name. */
class FakeBroadcastChannel {
  private readonly listeners = new Set<Listener>();

  constructor(private readonly name: string) {
    open.add(this);
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.listeners.add(listener);
  }

  postMessage(data: unknown): void {
    for (const other of open) {
      if (other === this || other.name !== this.name) continue;
      for (const listener of other.listeners) listener({ data });
    }
  }

  close(): void {
    open.delete(this);
  }
}

/** Installs the fake channel. */
export function fakeBroadcastChannels(): void {
  open.clear();
  Object.assign(globalThis, { BroadcastChannel: FakeBroadcastChannel });
}
