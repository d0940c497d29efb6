import { KeyRound, TriangleAlert } from 'lucide-react';
import { Notice } from '../../../ui/notice.tsx';
import { VerdictHead } from '../verdict-head.tsx';
import type { CheckedStatement, KeySource } from '../../../api/shared-statement.ts';
import { StatementFacts } from './statement-facts.tsx';
import { hostOf, statementSentence, utcMoment } from './statement-words.ts';
import styles from './statement.module.css';

type StatementResultProps = Omit<Extract<CheckedStatement, { kind: 'statement' }>, 'kind'>;

/** The outcome of a shared statement. For a rejected statement, shows only the reason. */
export function StatementResult({ verdict, source }: StatementResultProps) {
  const { ok, statement } = verdict;
  if (!ok || !statement) return <RefusedStatement verdict={verdict} source={source} />;
  return (
    <>
      <VerdictHead tone="ok" title="This statement is valid">
        {statementSentence(statement)}
      </VerdictHead>
      <SourceNotice source={source} house={hostOf(statement.issuer)} />
      <section className={`ledger ${styles.part}`} aria-labelledby="stated">
        <header>
          <h2 id="stated">What it says</h2>
        </header>
        <StatementFacts statement={statement} />
      </section>
    </>
  );
}

function SourceNotice({ source, house }: { source: KeySource; house: string }) {
  if (source === 'remembered')
    return (
      <Notice icon={TriangleAlert} tone="warn">
        <b>The key is the one that this browser knows from your account.</b> Whether {house} still uses it could not be
        asked.
      </Notice>
    );
  return (
    <Notice icon={KeyRound} tone="ok">
      <b>The key belongs to {house}:</b> {source === 'pasted' ? 'you pasted it.' : 'this site publishes it.'}
    </Notice>
  );
}

function RefusedStatement({ verdict, source }: StatementResultProps) {
  const { title, reason } = refusalWords(verdict, source);
  return (
    <VerdictHead tone="warn" title={title}>
      {reason}
    </VerdictHead>
  );
}

function refusalWords({ failure, issuer = '', statement }: StatementResultProps['verdict'], source: KeySource) {
  const house = hostOf(issuer);
  switch (failure ?? 'malformed') {
    case 'expired':
      return {
        title: 'This statement has expired',
        reason: `${statement ? `It was valid until ${utcMoment(statement.expiresAt)}. ` : ''}Ask for a new one.`,
      };
    case 'early':
      return {
        title: 'This statement is not valid yet',
        reason: 'The statement is dated in the future. Check the clock of this device.',
      };
    case 'issuer':
      return issuerWords(house, source);
    case 'key':
      return {
        title: 'This statement has ended',
        reason: `${house} does not sign with its key, or does not any more. Ask for a new statement.`,
      };
    case 'malformed':
    case 'signature':
      return {
        title: 'This statement is not valid',
        reason: 'The statement was changed after it was signed, or a part of it is missing. Ask for a new statement.',
      };
  }
}

function issuerWords(house: string, source: KeySource) {
  switch (source) {
    case 'none':
    case 'remembered':
      return {
        title: 'This statement could not be checked',
        reason: `The key of ${house} could not be fetched. Connect to the internet, or paste the key of its log.`,
      };
    case 'pasted':
      return { title: 'This statement is not verified', reason: `The pasted key is not a key of ${house}.` };
    case 'published':
      return {
        title: 'This statement names another house',
        reason: `It says that ${house} issued it, but nothing here proves that. Check it on a page of ${house} that you trust, or paste the key of its log.`,
      };
  }
}
