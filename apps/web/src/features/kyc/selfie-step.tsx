import type { KycFile } from '@florin/contract';
import { Camera, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { stayNear } from '../../ui/stay-near.ts';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import { CameraView } from './camera-view.tsx';
import { selfieFormats } from './check-file.ts';
import { FileInput } from './file-input.tsx';
import { Problem } from './problem.tsx';
import { SelfiePhoto, SelfieUnderWay } from './selfie-photo.tsx';
import { StepSheet, type StepMoves } from './step-sheet.tsx';
import { useUpload } from './use-kyc-files.ts';

type SelfieStepProps = StepMoves & {
  /** `none` where the server takes no files. */
  selfie: KycFile | 'none' | undefined;
  busy: boolean;
  problem?: string | undefined;
};

export function SelfieStep({ selfie, ...step }: SelfieStepProps) {
  if (selfie !== 'none') return <SelfieTaken selfie={selfie} {...step} />;
  const { onNext, ...moves } = step;
  return (
    <StepSheet {...moves} title={kycItemName.selfie} onSubmit={onNext}>
      <p className="muted">This server takes no pictures. Submit what you have entered.</p>
    </StepSheet>
  );
}

type SelfieTakenProps = Omit<SelfieStepProps, 'selfie'> & { selfie: KycFile | undefined };

function SelfieTaken({ selfie, onNext, ...moves }: SelfieTakenProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [retaking, setRetaking] = useState(false);
  const { send, underWay, problem } = useUpload('selfie', selfieFormats, setSending);
  const takeOver = (photo: File) => {
    setRetaking(false);
    send(photo);
  };
  const choose = () => input.current?.click();
  const shown = retaking ? undefined : selfie;
  return (
    <StepSheet
      {...moves}
      title={kycItemName.selfie}
      onSubmit={onNext}
      reason={reasonOf(isSending || underWay !== undefined, shown)}
    >
      <FileInput ref={input} label="Photo of your face" onFile={takeOver} />
      {underWay || shown ? (
        <>
          {underWay ? <SelfieUnderWay {...underWay} /> : shown && <SelfiePhoto file={shown} />}
          <div className="shot-act">
            <Button
              size="l"
              disabled={isSending}
              onClick={({ currentTarget }) => {
                stayNear(currentTarget); // it makes room for the camera
                setRetaking(true);
              }}
            >
              <Icon as={Camera} />
              Take again
            </Button>
            <Button variant="quiet" disabled={isSending} onClick={choose}>
              <Icon as={Upload} size={16} />
              Upload a photo instead
            </Button>
          </div>
        </>
      ) : (
        <CameraView onPhoto={takeOver} onUpload={choose} />
      )}
      {problem !== undefined && <Problem isNews>{problem}</Problem>}
    </StepSheet>
  );
}

function reasonOf(isSending: boolean, selfie: KycFile | undefined) {
  if (isSending) return 'The photo is still on its way.';
  return selfie ? undefined : 'Take a photo or upload one first.';
}
