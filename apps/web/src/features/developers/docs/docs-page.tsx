import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../../paths.ts';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { isKeySecret } from './fill-sample.ts';
import guidesText from './guides.md?raw';
import { readGuides, type Block, type Guide, type Inline } from './read-guides.ts';
import { SampleBlock, type Language } from './sample-block.tsx';
import styles from './docs.module.css';

const guides = readGuides(guidesText);

/** Guides for programs, with samples that the page fills in and runs. A pasted key stays in the page's memory. */
export function DocsPage() {
  const [language, setLanguage] = useState<Language>('curl');
  const [pasted, setPasted] = useState('');
  const key = pasted.trim();
  const secret = isKeySecret(key) ? key : undefined;
  const { hash } = useLocation();
  // The router scrolls only on navigation, and the page loads after the navigation.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <div>
          <h1>Guides</h1>
          <p className="muted">
            The first calls, step by step. More in the{' '}
            <a className="link" href="/api/docs">
              API reference
            </a>
            .
          </p>
        </div>
      </header>
      <nav aria-label="Guides">
        <ol className={styles.contents}>
          {guides.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="link">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.tools}>
        <Field
          label="API key for the samples"
          help="Optional. It is not stored and not sent, except by Run."
          error={key !== '' && secret === undefined ? 'An API key begins with flr_test_ or flr_live_.' : undefined}
        >
          <TextInput
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder="flr_test_…"
          />
        </Field>
        <Segmented<Language>
          label="Language"
          value={language}
          onChange={setLanguage}
          segments={[
            { value: 'curl', label: 'curl' },
            { value: 'js', label: 'JavaScript' },
          ]}
        />
      </div>
      {guides.map((guide) => (
        <GuideText key={guide.id} guide={guide} language={language} secret={secret} />
      ))}
    </main>
  );
}

type GuideTextProps = { guide: Guide; language: Language; secret: string | undefined };

function GuideText({ guide: { id, title, blocks }, language, secret }: GuideTextProps) {
  const samples = blocks.filter((block) => 'sample' in block);
  /** If a guide has several samples, the samples have numbers, so each sample has a unique name. */
  const nameOf = (block: Block) => {
    const place = samples.findIndex((each) => each === block);
    return place > 0 ? `${title}, ${place + 1}` : title;
  };
  return (
    <section className={styles.guide} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {blocks.map((block) =>
        'sample' in block ? (
          <SampleBlock
            key={JSON.stringify(block)}
            sample={block.sample}
            title={nameOf(block)}
            language={language}
            secret={secret}
          />
        ) : (
          <p key={JSON.stringify(block)}>
            {block.paragraph.map((inline) => (
              <InlineText key={JSON.stringify(inline)} inline={inline} />
            ))}
          </p>
        ),
      )}
    </section>
  );
}

function InlineText({ inline }: { inline: Inline }) {
  if (typeof inline === 'string') return inline;
  if ('code' in inline) return <code translate="no">{inline.code}</code>;
  const { text, href } = inline;
  if (!href.startsWith(paths.developers))
    return (
      <a className="link" href={href}>
        {text}
      </a>
    );
  return (
    <Link
      to={paths.developers}
      search={href.includes('?tab=webhooks') ? { tab: 'webhooks' } : {}}
      activeOptions={{ exact: true }}
      className="link"
    >
      {text}
    </Link>
  );
}
