import { FileCheck2, TriangleAlert } from 'lucide-react';
import type { PdfAnswer } from '../../api/proof/answer-request.ts';
import { brandName } from '../../ui/brand.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VerdictHead } from './verdict-head.tsx';
import styles from './proof.module.css';

/** The outcome of a PDF's signature, which shows the creator of the whole file. */
export function PdfResult({ answer: { signature, isOfCode } }: { answer: PdfAnswer }) {
  const { outcome, detail, signer } = signature;
  return (
    <>
      {outcome === 'known' && (
        <VerdictHead tone="ok" title="This PDF is genuine">
          {brandName} signed the whole file, and it was not changed since.
        </VerdictHead>
      )}
      {outcome === 'changed' && (
        <section className={styles.alarm} role="alert" aria-labelledby="changed-pdf">
          <Icon as={TriangleAlert} size={28} />
          <div>
            <h2 id="changed-pdf">This PDF is not what {brandName} signed</h2>
            <p>{detail} Ask for the original file.</p>
          </div>
        </section>
      )}
      {outcome === 'another' && (
        <VerdictHead tone="warn" title="This PDF is signed by another certificate">
          It names “{signer?.name}”, which anyone can write, but is not a certificate of {brandName} on this server. Do
          not rely on the text of the PDF.
        </VerdictHead>
      )}
      {outcome === 'uncompared' && (
        <VerdictHead tone="warn" title="The signer of this PDF is unknown">
          The file was not changed since it was signed. The certificates of {brandName} could not be loaded to compare
          them.
        </VerdictHead>
      )}
      {outcome === 'unsigned' && (
        <VerdictHead tone="warn" title="This PDF is not signed">
          Only the proof in it was checked. Compare its figures with those below.
        </VerdictHead>
      )}
      {signer && (
        <p className={`small muted ${styles.certificate}`}>SHA-256 of the certificate: {signer.fingerprint}</p>
      )}
      {outcome === 'known' && isOfCode === true && (
        <Notice icon={FileCheck2} tone="ok">
          <b>This is the document with the code</b> that led to this page.
        </Notice>
      )}
      {outcome !== 'changed' && isOfCode === false && (
        <Notice icon={TriangleAlert} tone="bad">
          <b>This is not the document with the code</b> that led to this page.
        </Notice>
      )}
    </>
  );
}
