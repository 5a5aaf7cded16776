/** Slower than this, in milliseconds a picture, is not smooth. */
const SLOW_MS = 50;
/** As fast as this there is time for more. */
const FAST_MS = 20;
/** So many pictures are looked at before anything changes, or as many as come in so long. */
const LOOKED_AT = 20;
const LOOKED_AT_MS = 1_500;
/** Fewer say nothing. */
const LEAST_PICTURES = 3;
/** A page that was hidden, or a computer that slept, says nothing of how fast it draws. */
const PAUSE_MS = 5_000;
const LEAST = 0.4;

/** How finely pictures are drawn: coarser on a computer that does not keep up, finer again when it does. */
export class Detail {
  private before: number | undefined;
  private pictures = 0;
  private lasted = 0;

  /** `value`: share of the screen's own resolution. */
  constructor(public value = 1) {}

  /** A picture is drawn at this time, in milliseconds. */
  drawnAt(now: number): void {
    const lasted = now - (this.before ?? now);
    this.before = now;
    if (lasted === 0 || lasted > PAUSE_MS) return;
    this.pictures += 1;
    this.lasted += lasted;
    const isEnough = this.pictures >= LOOKED_AT || (this.lasted >= LOOKED_AT_MS && this.pictures >= LEAST_PICTURES);
    if (!isEnough) return;
    const mean = this.lasted / this.pictures;
    this.pictures = 0;
    this.lasted = 0;
    // much too slow is not waited for in small steps: each new size costs a moment, too
    if (mean > SLOW_MS) this.value = Math.max(LEAST, this.value * (mean > 2 * SLOW_MS ? 0.5 : 0.7));
    else if (mean < FAST_MS) this.value = Math.min(1, this.value * 1.15);
  }

  /** Nothing is drawn for a while, for nothing changes: that is not slow. */
  rest(): void {
    this.before = undefined;
  }
}
