import { endpoints, type User } from '@florin/contract';
import { TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { refusalText } from '../../api/refusal-text.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { maxZoom, largestCrop, zoomCrop, zoomOf, type Crop } from './crop.ts';
import { CropWindow } from './crop-window.tsx';
import { cropPicture, PictureError, type OpenPicture } from './open-picture.ts';
import styles from './profile.module.css';

type CropDialogProps = {
  picture: OpenPicture;
  onDone: (user: User) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
};

export function CropDialog({ picture, onDone, onClose, returnFocusTo }: CropDialogProps) {
  const { naturalWidth: width, naturalHeight: height } = picture.image;
  const size = { width, height };
  const [crop, setCrop] = useState<Crop>(() => largestCrop(size));
  const { run, busy, error } = useCommand({
    call: async (chosen: Crop) =>
      uploadFile({ endpoint: endpoints.setAvatar, file: await cropPicture(picture, chosen) }),
    onDone: (user) => {
      onDone(user);
      toast.success('Photo updated');
      onClose();
    },
  });
  const zoom = zoomOf(size, crop);
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      returnFocusTo={returnFocusTo}
      title="Your photo"
      description="Drag the picture into place. People with you in their contacts see it."
    >
      <div className={styles.crop}>
        <CropWindow url={picture.url} size={size} crop={crop} onCrop={setCrop} />
        <div className={styles.cropZoom}>
          <Icon as={ZoomOut} />
          <input
            type="range"
            aria-label="Zoom"
            aria-valuetext={`${Math.round(zoom * 100)} %`}
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoom}
            onChange={(event) => setCrop(zoomCrop(size, crop, Number(event.currentTarget.value)))}
          />
          <Icon as={ZoomIn} />
        </div>
      </div>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {error instanceof PictureError
            ? error.message
            : refusalText(error, 'The photo could not be uploaded. Please try again.')}
        </Notice>
      )}
      <div className="actions">
        <Button variant="primary" busy={busy} onClick={() => run(crop)}>
          {busy ? 'Uploading...' : 'Use this photo'}
        </Button>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
