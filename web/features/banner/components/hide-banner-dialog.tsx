import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useSetBanner } from '../api/set-banner.js';
import { bannerDialogsMessages } from '../banner-dialogs.messages.js';

/** Sets a blank message after a confirmation. */
export default function HideBannerDialog({ onClose }: { onClose: () => void }) {
  const messages = bannerDialogsMessages.hide;
  const set = useSetBanner();
  return (
    <FormDialog
      title={messages.title}
      submit={messages.submit}
      harm
      action={set}
      onSubmit={() => set.mutate({ message: '' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{messages.help}</p>
    </FormDialog>
  );
}
