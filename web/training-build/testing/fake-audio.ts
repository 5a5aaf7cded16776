/** A sound played on a fake AudioContext. */
export interface Played {
  kind: 'tone' | 'noise';
  pitch: number;
  at: number;
  until: number;
}

/** Replaces the browser's audio with one that records sounds; `isSuspended` delays them until they are released. */
export function fakeAudio({ isSuspended = false } = {}) {
  const played: Played[] = [];
  let release = (): void => undefined;
  const released = isSuspended ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();
  let contexts = 0;
  const parameter = () => ({ value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined });
  const node = (more: object = {}) => ({ connect: (next: unknown) => next, ...more });
  const source = (kind: Played['kind']) => {
    const sound: Played = { kind, pitch: 0, at: 0, until: 0 };
    const frequency = {
      set value(pitch: number) {
        sound.pitch = pitch;
      },
    };
    return node({
      frequency,
      start: (at: number) => void played.push(Object.assign(sound, { at })),
      stop: (until: number) => void (sound.until = until),
    });
  };
  class FakeAudioContext {
    readonly currentTime = 5;
    readonly sampleRate = 100;
    readonly destination = node();
    constructor() {
      contexts += 1;
    }
    resume = () => released;
    close = () => Promise.resolve();
    createGain = () => node({ gain: parameter() });
    createBiquadFilter = () => node({ frequency: parameter() });
    createOscillator = () => source('tone');
    createBufferSource = () => source('noise');
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  }
  window.AudioContext = FakeAudioContext as unknown as typeof AudioContext;
  return { played, release: () => release(), contexts: () => contexts };
}
