import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../wallet-ui/copy-button.tsx';
import { fillSample } from './fill-sample.ts';
import type { Sample } from './read-guides.ts';
import { runSample, type SampleAnswer } from './run-sample.ts';
import styles from './docs.module.css';

export type Language = 'curl' | 'js';

type SampleBlockProps = {
  sample: Sample;
  /** Completes the names of the buttons. */
  title: string;
  language: Language;
  /** The pasted key. */
  secret: string | undefined;
};

/** A sample with its Copy button, and a Run button if the sample only reads. */
export function SampleBlock({ sample, title, language, secret }: SampleBlockProps) {
  const shown = sample[language] === undefined ? (language === 'js' ? 'curl' : 'js') : language;
  const text = fillSample(sample[shown] ?? '', { url: location.origin, key: secret });
  return (
    <div className={styles.sample}>
      <div className={styles.sampleHead}>
        <span className="small muted">{shown === 'js' ? 'JavaScript' : 'Shell'}</span>
        <CopyButton text={text} what={`the sample: ${title}`} />
      </div>
      <Code label={`Sample: ${title}`} text={text} />
      {sample.reads !== undefined && <Run path={sample.reads} title={title} secret={secret} />}
    </div>
  );
}

type RunProps = { path: string; title: string; secret: string | undefined };

function Run({ path, title, secret }: RunProps) {
  const [answer, setAnswer] = useState<SampleAnswer | 'failed'>();
  const [busy, setBusy] = useState(false);
  const needsKey = path.startsWith('/api/');
  const run = async () => {
    setBusy(true);
    setAnswer(await runSample(path, needsKey ? secret : undefined).catch(() => 'failed' as const));
    setBusy(false);
  };
  return (
    <div className={styles.run}>
      <Button
        size="s"
        busy={busy}
        needsServer
        reason={needsKey && secret === undefined ? 'Paste a key first' : undefined}
        onClick={() => void run()}
      >
        Run <span className="screen-reader">the sample: {title}</span>
      </Button>
      <div aria-live="polite">
        {answer === 'failed' && <p className="small">The server could not be reached. Try again.</p>}
        {answer !== undefined && answer !== 'failed' && (
          <>
            <p className="small strong">Answer {answer.status}</p>
            <Code label={`Answer: ${title}`} text={answer.text} />
          </>
        )}
      </div>
    </div>
  );
}

/** Keyboard users must be able to focus a scrolling area. */
const focusable = 0;

function Code({ label, text }: { label: string; text: string }) {
  return (
    <section className={styles.code} aria-label={label} tabIndex={focusable}>
      <pre translate="no">
        <code>{text}</code>
      </pre>
    </section>
  );
}
