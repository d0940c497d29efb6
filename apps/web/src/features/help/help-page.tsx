import './help.css';
import { useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { topics, type Answer } from './answers.ts';
import { findAnswers } from './find-answers.ts';

/** Shows common questions and answers to members and visitors. `/help#fees` opens the answer with the id `fees`. */
export function HelpPage() {
  const [search, setSearch] = useState('');
  const { hash } = useLocation();
  const found = findAnswers(topics, search);
  return (
    <main className="wrap help-page">
      <header className="page-head">
        <div>
          <h1>Help</h1>
          <p>Answers to common questions.</p>
        </div>
      </header>
      <SearchInput label="Search the answers" value={search} onChange={({ target }) => setSearch(target.value)} />
      {/* Announces the number of matches to screen readers. */}
      <output className="sr">
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
    </main>
  );
}

function AnswerRow({ answer: { id, question, paragraphs }, isOpen }: { answer: Answer; isOpen: boolean }) {
  return (
    <details className="answer" id={id} open={isOpen}>
      <summary>
        <span className="strong">{question}</span>
        <Icon as={ChevronDown} />
      </summary>
      <div className="answer-text">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  );
}

const countText = (count: number) => (count === 1 ? '1 answer' : `${count} answers`);
