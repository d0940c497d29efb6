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
import { mostZoom, wholeCrop, zoomedTo, zoomOf, type Crop } from './crop.ts';
import { CropWindow } from './crop-window.tsx';
import { cutOut, PictureProblem, type OpenPicture } from './open-picture.ts';

type CropDialogProps = {
  picture: OpenPicture;
  onDone: (user: User) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
};

export function CropDialog({ picture, onDone, onClose, returnFocusTo }: CropDialogProps) {
  const { naturalWidth: width, naturalHeight: height } = picture.image;
  const size = { width, height };
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(size));
  const { run, busy, error } = useCommand({
    call: async (kept: Crop) => uploadFile({ endpoint: endpoints.setAvatar, file: await cutOut(picture, kept) }),
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
      description="Drag the picture into place. Whoever has you among their contacts sees it."
    >
      <div className="crop">
        <CropWindow url={picture.url} size={size} crop={crop} onCrop={setCrop} />
        <div className="crop-zoom">
          <Icon as={ZoomOut} />
          <input
            type="range"
            aria-label="Zoom"
            aria-valuetext={`${Math.round(zoom * 100)} %`}
            min={1}
            max={mostZoom}
            step={0.05}
            value={zoom}
            onChange={(event) => setCrop(zoomedTo(size, crop, Number(event.currentTarget.value)))}
          />
          <Icon as={ZoomIn} />
        </div>
      </div>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {error instanceof PictureProblem
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
