import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Answer, Block, Inline } from 'virtual:help-topics';
import { configuration } from '../../api/configuration.ts';
import { hasImprint } from '../../api/page-settings.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { configuredTopics } from './configured-topics.ts';
import { findAnswers } from './find-answers.ts';
import styles from './help.module.css';

/** Shows common questions and answers to members and visitors. `/help#fees` opens the answer with the id `fees`. */
export function HelpPage() {
  const [search, setSearch] = useState('');
  const { hash } = useLocation();
  const found = findAnswers(configuredTopics, search);
  // The router scrolls only on navigation, and the page loads after the navigation.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <div>
          <h1>Help</h1>
          <p>Answers to common questions.</p>
        </div>
      </header>
      <SearchInput label="Search the answers" value={search} onChange={({ target }) => setSearch(target.value)} />
      {/* Announces the number of matches to screen readers. */}
      <output className="screen-reader">
        {search.trim() === '' ? '' : countText(found.flatMap(({ answers }) => answers).length)}
      </output>
      {found.map(({ title, answers }) => (
        <section key={title} className="ledger" aria-label={title}>
          <header>
            <h2>{title}</h2>
          </header>
          {answers.map((answer) => (
            <AnswerRow key={answer.id} answer={answer} isOpen={answer.id === hash || search.trim().length > 2} />
          ))}
        </section>
      ))}
      {found.length === 0 && (
        <EmptyState
          title="No answer found"
          heading="h2"
          action={
            <Button size="s" onClick={() => setSearch('')}>
              Show all answers
            </Button>
          }
        >
          Try other words.
        </EmptyState>
      )}
      <Contact />
    </main>
  );
}

/** Shows how to reach the operator, if the operator configured it. */
function Contact() {
  const email = configuration?.brand.support_email;
  if (email === undefined && !hasImprint()) return null;
  return (
    <p className="small muted space-above-6">
      {email !== undefined && (
        <>
          Another question? Write to{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
          .{' '}
        </>
      )}
      {hasImprint() && (
        <Link to={paths.imprint} className="link">
          Imprint
        </Link>
      )}
    </p>
  );
}

function AnswerRow({ answer: { id, question, blocks }, isOpen }: { answer: Answer; isOpen: boolean }) {
  return (
    <details className={styles.answer} id={id} open={isOpen}>
      <summary>
        <span className="strong">{question}</span>
        <Icon as={ChevronDown} />
      </summary>
      <div className={styles.answerText}>
        {blocks.map((block) => (
          <BlockText key={JSON.stringify(block)} block={block} />
        ))}
      </div>
    </details>
  );
}

function BlockText({ block }: { block: Block }) {
  if ('paragraph' in block)
    return (
      <p>
        <InlineText inlines={block.paragraph} />
      </p>
    );
  return (
    <ul>
      {block.items.map((item) => (
        <li key={JSON.stringify(item)}>
          <InlineText inlines={item} />
        </li>
      ))}
    </ul>
  );
}

function InlineText({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline) =>
    typeof inline === 'string' ? (
      inline
    ) : (
      <Link key={inline.answer} to={paths.help} hash={inline.answer} className="link">
        {inline.text}
      </Link>
    ),
  );
}

const countText = (count: number) => (count === 1 ? '1 answer' : `${count} answers`);
