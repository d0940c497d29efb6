import type { KycFile } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { toServerTime } from '../../../api/server-time.ts';
import { useSession } from '../../../api/session.ts';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { sizeText } from '../../../wallet-ui/size-text.ts';
import { kycFileQuery } from '../operations-queries.ts';
import { when } from '../when.ts';
import styles from './review.module.css';

/** The zoom factor and the rotation in quarter turns to the right. */
export type Pose = { readonly zoom: number; readonly turns: number };

type DocumentImageProps = { caseId: string; file: KycFile; name: string; pose: Pose };

/** Shows a picture with a watermark that names the viewer and the time. */
export function DocumentImage({ caseId, file, name, pose }: DocumentImageProps) {
  const { user } = useSession();
  const { data, dataUpdatedAt, isError, error, isFetching, refetch } = useQuery(kycFileQuery(caseId, file.id));
  const mark = `viewed by ${user?.email ?? ''} ${when(new Date(toServerTime(dataUpdatedAt)).toISOString())}`;
  return (
    <>
      <div className={styles.viewerDocument}>
        {data && <Picture blob={data} type={file.type} name={name} pose={pose} />}
        {data && <Watermark text={mark} />}
        {!data && isError && (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} reassures={false} />
        )}
        {!data && !isError && (
          <output className={`${styles.viewerWait} muted`}>
            <Spinner />
            <span className="screen-reader">Loading</span>
          </output>
        )}
      </div>
      <p className={styles.viewerFoot}>
        {file.name}, {sizeText(file.bytes)}
        {data && ` · ${mark}`} · the audit trail records this view
      </p>
    </>
  );
}

/** Makes the scroll area focusable, so that the keyboard can scroll it. */
const focusable = 0;

function Picture({ blob, type, name, pose }: { blob: Blob; type: KycFile['type']; name: string; pose: Pose }) {
  const typed = useMemo(() => new Blob([blob], { type }), [blob, type]);
  const [broken, setBroken] = useState(false);
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2;
  }, [pose.zoom]);
  if (broken) return <p className={`${styles.viewerWait} muted`}>This picture cannot be shown.</p>;
  const size = `${pose.zoom * 100}%`;
  return (
    <section ref={frame} className={styles.viewerScroll} aria-label={name} tabIndex={focusable}>
      <div className={styles.viewerPage} style={{ width: size, height: size }}>
        <BlobImage
          blob={typed}
          className={clsx(pose.turns % 2 === 1 && styles.lying)}
          style={{ rotate: `${pose.turns * 90}deg` }}
          alt={name}
          onError={() => setBroken(true)}
        />
      </div>
    </section>
  );
}

const lines = ['top', 'middle', 'bottom'];

/**
 * The style sheet renders the text, so users cannot select the text and screen readers skip it. The line below the
 * picture repeats the text.
 */
const Watermark = ({ text }: { text: string }) => (
  <div className={styles.watermark} aria-hidden>
    {lines.map((line) => (
      <span key={line} data-mark={text} />
    ))}
  </div>
);
