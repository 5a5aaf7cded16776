/** One call of one caller; resolves to how many events it has appended. */
export type Call = (caller: number, nth: number) => Promise<number>;

/** How many events so many callers append when each makes one call after the other, and at least one. */
export async function closedLoop(
  callers: number,
  milliseconds: number,
  call: Call,
): Promise<{ readonly events: number; readonly rate: number }> {
  const began = performance.now();
  const ends = began + milliseconds;
  let events = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      let nth = 0;
      do {
        const appended = await call(caller, nth);
        events += appended;
        nth += 1;
      } while (performance.now() < ends);
    }),
  );
  return { events, rate: events / ((performance.now() - began) / 1_000) };
}
