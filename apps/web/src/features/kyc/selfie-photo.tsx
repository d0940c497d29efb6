import type { KycFile } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { kycFileQuery } from '../../api/queries-of-kyc-files.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Progress } from '../../ui/progress.tsx';
import { BlobImage } from '../../ui/blob-image.tsx';
import styles from './kyc.module.css';

/** Shows the uploaded selfie. */
export function SelfiePhoto({ file }: { file: KycFile }) {
  const { data: photo, isError, error, isFetching, refetch } = useQuery(kycFileQuery(file));
  return (
    <div className={styles.shotFrame}>
      {photo && <BlobImage className={styles.live} blob={photo} alt="Your selfie" />}
      {isError && <LoadFailed retrying={isFetching} error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

/** Shows the selfie while it uploads. `sent` runs from 0 to 1. */
export function UploadingSelfie({ file, sent }: { file: Blob; sent: number }) {
  return (
    <div className={styles.shotFrame}>
      <BlobImage className={styles.live} blob={file} alt="Your selfie" />
      <div className={styles.say}>
        <span className={styles.sayUp}>
          {sent < 1 ? 'Uploading your photo' : 'Checking your photo'}
          <Progress value={sent} label="Uploading your photo" />
        </span>
      </div>
    </div>
  );
}
