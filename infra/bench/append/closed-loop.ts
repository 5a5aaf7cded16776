/** A call of one caller. Resolves to the number of appended events. */
export type Call = (caller: number, nth: number) => Promise<number>;

/** Returns how many events this many callers append when each makes at least one call, one after the other. */
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
