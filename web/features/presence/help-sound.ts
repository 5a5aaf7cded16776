const SETTING = 'helpSound';
const VOLUME = 0.12;
/** Two rising tones: pitch in hertz, start and length in seconds. */
const TONES = [
  { pitch: 587, after: 0, lasts: 0.18 },
  { pitch: 880, after: 0.16, lasts: 0.36 },
] as const;

let context: AudioContext | null = null;

/** Returns whether this browser can play sounds. */
export const canPlaySound = (): boolean => typeof AudioContext === 'function';

/** Returns whether the sound is on. The setting is stored in this browser. */
export const isHelpSoundOn = (): boolean => localStorage.getItem(SETTING) === 'on';

/** Switches the sound on or off. Switching it on plays it once, which also unlocks audio: browsers require a user gesture first. */
export function switchHelpSound(isOn: boolean): void {
  if (isOn) localStorage.setItem(SETTING, 'on');
  else localStorage.removeItem(SETTING);
  playHelpSound();
}

/** Plays two quiet tones if the sound is on and the user has already interacted with the page. */
export function playHelpSound(): void {
  if (!canPlaySound() || !isHelpSoundOn() || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume();
  for (const tone of TONES) play(context, tone);
}

function play(audio: AudioContext, { pitch, after, lasts }: (typeof TONES)[number]): void {
  const start = audio.currentTime + after;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts);
}
