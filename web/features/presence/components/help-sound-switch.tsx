import { useState } from 'react';
import { Toggle } from '../../../shared/ui/toggle.js';
import { canPlaySound, isHelpSoundOn, switchHelpSound } from '../help-sound.js';
import { presenceMessages as messages } from '../presence.messages.js';

/** Switches the sound for new help requests; nothing where the browser cannot play one. */
export function HelpSoundSwitch() {
  const [isOn, setOn] = useState(isHelpSoundOn);
  if (!canPlaySound()) return null;
  const texts = messages.sound;
  return (
    <Toggle
      label={texts.label}
      tone="quiet"
      checked={isOn}
      words={[texts.on, texts.off]}
      hint={texts.hint}
      onChange={(next) => {
        setOn(next);
        switchHelpSound(next);
      }}
    />
  );
}
