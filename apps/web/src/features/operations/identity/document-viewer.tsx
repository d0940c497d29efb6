import type { KycCase, KycFile } from '@florin/contract';
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { fileName } from './case-words.ts';
import { DocumentImage, type Pose } from './document-image.tsx';
import { DocumentPdf } from './document-pdf.tsx';
import styles from './review.module.css';

const zooms = [1, 1.5, 2, 3, 4] as const;
const initialPose: Pose = { zoom: 1, turns: 0 };

/** Shows the files of a check one at a time. Fetches a file only on selection, because each fetch records a view. */
export function DocumentViewer({ kycCase }: { kycCase: KycCase }) {
  const { id, files, id_type: idType } = kycCase;
  const [chosen, setChosen] = useState(files[0]?.id);
  const [pose, setPose] = useState(initialPose);
  const file = files.find((each) => each.id === chosen);
  if (!file) return <p className={`${styles.viewer} ${styles.none} muted`}>Nothing was uploaded.</p>;
  const select = (next: string) => {
    setChosen(next);
    setPose(initialPose);
  };
  return (
    <div className={styles.viewer}>
      <div className={styles.viewerBar}>
        <Segmented
          label="Document"
          segments={files.map((each) => ({ value: each.id, label: fileName(each.kind, idType) }))}
          value={file.id}
          onChange={select}
        />
        {isPicture(file) && <PoseButtons pose={pose} onPose={setPose} />}
      </div>
      {isPicture(file) ? (
        <DocumentImage key={file.id} caseId={id} file={file} name={nameOf(file, kycCase)} pose={pose} />
      ) : (
        <DocumentPdf key={file.id} caseId={id} file={file} />
      )}
    </div>
  );
}

/** False for a PDF. The content security policy forbids frames, so the page cannot show a PDF. */
const isPicture = ({ type }: KycFile) => type !== 'application/pdf';

const nameOf = ({ kind }: KycFile, { id_type: idType, name }: KycCase) => `${fileName(kind, idType)} of ${name}`;

function PoseButtons({ pose, onPose }: { pose: Pose; onPose: (pose: Pose) => void }) {
  const position = zooms.findIndex((zoom) => zoom === pose.zoom);
  const smaller = zooms[position - 1];
  const larger = zooms[position + 1];
  return (
    <>
      <IconButton
        icon={ZoomOut}
        label="Zoom out"
        disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onPose({ ...pose, zoom: smaller })}
      />
      <IconButton
        icon={ZoomIn}
        label="Zoom in"
        disabled={larger === undefined}
        onClick={() => larger !== undefined && onPose({ ...pose, zoom: larger })}
      />
      <IconButton icon={RotateCw} label="Rotate" onClick={() => onPose({ ...pose, turns: (pose.turns + 1) % 4 })} />
    </>
  );
}
