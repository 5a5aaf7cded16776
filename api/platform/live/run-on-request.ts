/**
 * Returns a function that runs `work` without overlap. Any number of calls during a run cause exactly one more run.
 */
export function runOnRequest(work: () => Promise<unknown>, onError: (error: unknown) => void): () => void {
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
