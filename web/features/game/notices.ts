type Listener = (message: string, type: string) => void;

/** Forwards a loader's messages to the current listener, because react-unity-webgl keeps only the first function that it receives. */
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
