/** Does something when asked to, never twice at once: being asked meanwhile means once more, however often. */
export function whenAsked(work: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
  let isWorking = false;
  let isAskedAgain = false;
  const ask = (): void => {
    isAskedAgain = isWorking;
    if (isWorking) return;
    isWorking = true;
    void work()
      .catch(onError)
      .finally(() => {
        isWorking = false;
        if (isAskedAgain) ask();
      });
  };
  return ask;
}
