import { Camera, CameraOff, Upload } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { keepFocusNear } from '../../ui/keep-focus-near.ts';
import { useCamera, type CameraError } from './use-camera.ts';
import styles from './kyc.module.css';

const errorMessages: Record<CameraError, string> = {
  blocked: 'The camera is blocked. Allow it in the address bar, or upload a photo instead.',
  missing: 'No camera was found. Connect one, or upload a photo instead.',
  'in use': 'Another program is using the camera. Close it, or upload a photo instead.',
};

type CameraViewProps = { onPhoto: (photo: File) => void; onUpload: () => void };

/** The camera preview with an oval for the face. */
export function CameraView({ onPhoto, onUpload }: CameraViewProps) {
  const { video, state, retry } = useCamera();
  const hasError = state !== 'on' && state !== 'starting';
  const take = async (button: HTMLElement) => {
    keepFocusNear(button); // The photo replaces this button.
    if (video.current) onPhoto(await takePhoto(video.current));
  };
  return (
    <>
      <div className={styles.shotFrame}>
        <video
          ref={video}
          className={styles.live}
          autoPlay
          muted
          playsInline
          aria-label="Camera preview"
          hidden={hasError}
        />
        {hasError ? (
          <p className={styles.shotTrouble} role="alert">
            <Icon as={CameraOff} size={22} />
            {errorMessages[state]}
          </p>
        ) : (
          <>
            <Oval />
            <p className={styles.say}>
              <span>{state === 'on' ? 'Your whole face in the oval' : <Starting />}</span>
            </p>
          </>
        )}
      </div>
      <div className={styles.shotActions}>
        {hasError ? (
          <Button size="l" onClick={retry}>
            <Icon as={Camera} />
            Try the camera again
          </Button>
        ) : (
          <Button size="l" disabled={state === 'starting'} onClick={({ currentTarget }) => void take(currentTarget)}>
            <Icon as={Camera} />
            Take photo
          </Button>
        )}
        <Button variant="quiet" onClick={onUpload}>
          <Icon as={Upload} size={16} />
          Upload a photo instead
        </Button>
      </div>
    </>
  );
}

function Starting() {
  return (
    <>
      <Spinner size={16} /> Starting camera. Allow it in your browser
    </>
  );
}

/** Darkens the picture outside the oval. */
function Oval() {
  return (
    <svg className={styles.face} viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path
        fill="#131810"
        fillOpacity=".55"
        fillRule="evenodd"
        d="M-200-200h800v700h-800zM200 30c-62 0-88 54-88 112s34 108 88 108 88-50 88-108-26-112-88-112z"
      />
      <path
        fill="none"
        stroke="#8FDDB0"
        strokeWidth="2.5"
        d="M200 30c-62 0-88 54-88 112s34 108 88 108 88-50 88-108-26-112-88-112z"
      />
    </svg>
  );
}

const jpegQuality = 0.92;

/** Takes a JPEG photo from the video. The photo is not mirrored, unlike the preview. */
function takePhoto(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  const finish = (blob: Blob | null) =>
    blob
      ? resolve(new File([blob], 'selfie.jpg', { type: blob.type }))
      : reject(new Error('Cannot take a photo: the camera shows no picture.'));
  canvas.toBlob(finish, 'image/jpeg', jpegQuality);
  return promise;
}
