/** Slower than this, in milliseconds a picture, is not smooth. */
const SLOW_MS = 50;
/** As fast as this there is time for more. */
const FAST_MS = 20;
/** So many pictures are looked at before anything changes. */
const LOOKED_AT = 20;
/** A page that was hidden, or a computer that slept, says nothing of how fast it draws. */
const PAUSE_MS = 5_000;
const LEAST = 0.4;

/** How finely pictures are drawn: coarser on a computer that does not keep up, finer again when it does. */
export class Detail {
  /** Share of the screen's own resolution. */
  value = 1;
  private before: number | undefined;
  private readonly lasted: number[] = [];

  /** A picture is drawn at this time, in milliseconds. */
  drawnAt(now: number): void {
    const lasted = now - (this.before ?? now);
    this.before = now;
    if (lasted === 0 || lasted > PAUSE_MS) return;
    this.lasted.push(lasted);
    if (this.lasted.length < LOOKED_AT) return;
    const mean = this.lasted.reduce((sum, each) => sum + each, 0) / LOOKED_AT;
    this.lasted.length = 0;
    if (mean > SLOW_MS) this.value = Math.max(LEAST, this.value * 0.7);
    else if (mean < FAST_MS) this.value = Math.min(1, this.value * 1.15);
  }
}
