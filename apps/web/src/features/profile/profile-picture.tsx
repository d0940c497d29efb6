import { endpoints, type User } from '@florin/contract';
import { Camera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { useCommand } from '../../api/use-command.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { CropDialog } from './crop-dialog.tsx';
import { openPicture, PictureError, type OpenPicture } from './open-picture.ts';
import { useShowMember } from './use-show-member.ts';
import styles from './profile.module.css';

export function ProfilePicture({ user }: { user: User }) {
  const show = useShowMember();
  const [chosen, setChosen] = useState<OpenPicture>();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLButtonElement>(null);
  const upload = useCommand({
    call: (file: File) => uploadFile({ endpoint: endpoints.setAvatar, file }),
    onDone: (changed) => {
      show(changed);
      toast.success('Photo updated');
    },
    onFailed: (error) => toast.error(refusalText(error, 'The photo could not be uploaded. Please try again.')),
  });
  const latest = useRef<File>(undefined); // a large picture opens slowly, and the choice after it counts
  useEffect(() => () => void (latest.current = undefined), []);
  const choose = async (file: File) => {
    latest.current = file;
    try {
      const picture = await openPicture(file);
      if (latest.current !== file) return discard(picture);
      if (picture instanceof File) upload.run(picture);
      else setChosen(picture);
    } catch (problem) {
      if (latest.current !== file) return;
      toast.error(problem instanceof PictureError ? problem.message : 'Cannot open this picture. Try another one.');
    }
  };
  const removal = useCommand({
    call: () => api.call(endpoints.removeAvatar),
    onDone: (changed) => {
      show(changed);
      toast.success('Photo removed');
      camera.current?.focus();
    },
    onFailed: (error) => toast.error(refusalText(error, 'Failed to remove the photo')),
  });
  // Frees the memory, even if the member leaves the page while cropping.
  useEffect(() => () => chosen && URL.revokeObjectURL(chosen.url), [chosen]);
  return (
    <>
      <div className={styles.picture}>
        <Avatar name={user.name} imageUrl={user.avatar ?? undefined} size="l" own />
        <button
          ref={camera}
          type="button"
          className={styles.changePicture}
          aria-label="Change photo"
          onClick={() => input.current?.click()}
        >
          <Icon as={Camera} size={16} />
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Photo"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = ''; // Lets the member choose the same file again.
            if (file) void choose(file);
          }}
        />
      </div>
      {user.avatar !== null && (
        <button
          type="button"
          className="link small space-below-3"
          disabled={removal.busy}
          onClick={() => removal.run(undefined)}
        >
          Remove photo
        </button>
      )}
      {chosen && (
        <CropDialog
          picture={chosen}
          onDone={show}
          onClose={() => setChosen(undefined)}
          returnFocusTo={() => camera.current}
        />
      )}
    </>
  );
}

const discard = (picture: OpenPicture | File) => {
  if (!(picture instanceof File)) URL.revokeObjectURL(picture.url);
};
