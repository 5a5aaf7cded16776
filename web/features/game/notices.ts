type Listener = (message: string, type: string) => void;

/** What a loader has to say: react-unity-webgl keeps the first function it gets, so that one passes on to the current listener. */
export function createNotices() {
  let listener: Listener | null = null;
  return {
    say(message: string, type?: string): void {
      listener?.(message, type ?? 'error');
    },
    listen(next: Listener): () => void {
      listener = next;
      return () => {
        listener = null;
      };
    },
  };
}
