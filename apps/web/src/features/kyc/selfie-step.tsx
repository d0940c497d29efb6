import type { KycFile } from '@florin/contract';
import { Camera, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { keepFocusNear } from '../../ui/keep-focus-near.ts';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import { CameraView } from './camera-view.tsx';
import { selfieFormats } from './check-file.ts';
import { Problem } from './problem.tsx';
import { SelfiePhoto, UploadingSelfie } from './selfie-photo.tsx';
import { StepSheet, type StepNavigation } from './step-sheet.tsx';
import { useUpload } from './use-kyc-files.ts';
import styles from './kyc.module.css';

type SelfieStepProps = StepNavigation & {
  /** `none` if the server accepts no files. */
  selfie: KycFile | 'none' | undefined;
  busy: boolean;
  problem?: string | undefined;
};

export function SelfieStep({ selfie, ...step }: SelfieStepProps) {
  if (selfie !== 'none') return <SelfieTaken selfie={selfie} {...step} />;
  const { onNext, ...navigation } = step;
  return (
    <StepSheet {...navigation} title={kycItemName.selfie} onSubmit={onNext}>
      <p className="muted">This server accepts no photos. Submit the form without one.</p>
    </StepSheet>
  );
}

type SelfieTakenProps = Omit<SelfieStepProps, 'selfie'> & { selfie: KycFile | undefined };

function SelfieTaken({ selfie, onNext, ...navigation }: SelfieTakenProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [retaking, setRetaking] = useState(false);
  const { send, uploading, problem } = useUpload('selfie', selfieFormats, setIsBusy);
  const uploadPhoto = (photo: File) => {
    setRetaking(false);
    send(photo);
  };
  const choose = () => input.current?.click();
  const shown = retaking ? undefined : selfie;
  return (
    <StepSheet
      {...navigation}
      title={kycItemName.selfie}
      onSubmit={onNext}
      reason={reasonOf(isBusy || uploading !== undefined, shown)}
    >
      <FileInput ref={input} label="Photo of your face" onFiles={([photo]) => uploadPhoto(photo)} />
      {uploading || shown ? (
        <>
          {uploading ? <UploadingSelfie {...uploading} /> : shown && <SelfiePhoto file={shown} />}
          <div className={styles.shotActions}>
            <Button
              size="l"
              disabled={isBusy}
              onClick={({ currentTarget }) => {
                keepFocusNear(currentTarget); // The camera replaces this button.
                setRetaking(true);
              }}
            >
              <Icon as={Camera} />
              Take again
            </Button>
            <Button variant="quiet" disabled={isBusy} onClick={choose}>
              <Icon as={Upload} size={16} />
              Upload a photo instead
            </Button>
          </div>
        </>
      ) : (
        <CameraView onPhoto={uploadPhoto} onUpload={choose} />
      )}
      {problem !== undefined && <Problem isAlert>{problem}</Problem>}
    </StepSheet>
  );
}

function reasonOf(isBusy: boolean, selfie: KycFile | undefined) {
  if (isBusy) return 'The photo is still uploading.';
  return selfie ? undefined : 'Take a photo or upload one first.';
}
