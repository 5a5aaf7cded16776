import { mdiCheck, mdiContentCopy } from '@mdi/js';
import { useState } from 'react';
import { sharedMessages } from '../shared.messages.js';
import { toast } from '../toasts/toasts.atoms.js';
import { IconAction } from './icon-action.js';

/** Puts a text on the clipboard, and shows that it did. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast(sharedMessages.copy.done, 'success');
    } catch {
      // refused by the browser: the text is on screen to be selected
      toast(sharedMessages.copy.refused, 'warning');
    }
  };
  return <IconAction label={label} icon={copied ? mdiCheck : mdiContentCopy} onClick={() => void copy()} />;
}
