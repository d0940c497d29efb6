import { ChevronDown, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProofReport } from '../../api/proof/report.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saveFile } from '../../wallet-ui/save-file.ts';
import styles from './proof.module.css';

type ExpertsProps = {
  report: ProofReport;
  /** The whole proof. */
  text: string;
  ms?: number;
};

/** Shows roots, hashes and keys, and offers the proof as a file. */
export const Experts = ({ report, text, ms }: ExpertsProps) => (
  <details className={styles.experts}>
    <summary>
      <span className="strong">For experts</span>
      <Icon as={ChevronDown} />
    </summary>
    <div className={styles.expertsBody}>
      <dl className={styles.facts}>
        <Fact name="Log">{report.origin}</Fact>
        {report.checkpoint && <Fact name="Root hash">{report.checkpoint.root}</Fact>}
        {report.keys.map((key, at) => (
          <Fact key={key} name={at === report.keys.length - 1 ? 'Verifier key' : 'Earlier verifier key'}>
            {key}
          </Fact>
        ))}
        {ms !== undefined && <Fact name="Duration of the checks">{Math.round(ms)} ms</Fact>}
      </dl>
      <SignedText title="Checkpoint">{report.note}</SignedText>
      <p className="small muted">
        To check this proof on your own computer, download it and run <code>npx @florin/verify florin-proof.json</code>.
        {report.email !== null &&
          ' The file contains your balances and a secret. Only share it if you want to show them.'}
      </p>
      <Button size="s" onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'florin-proof.json')}>
        <Icon as={Download} size={16} />
        Download the proof
      </Button>
    </div>
  </details>
);

const SignedText = ({ title, children }: { title: string; children: ReactNode }) => (
  <figure className={styles.signed}>
    <figcaption className="small muted">{title}</figcaption>
    <pre>{children}</pre>
  </figure>
);
