import { checkedText, type Named, type Statement } from '../../../api/shared-statement.ts';
import { decimalText } from '../../../ui/decimal-text.ts';
import { Fact } from '../../../ui/fact.tsx';
import { monthName } from '../../../wallet-ui/months.ts';
import { amountWords, hostOf, isUnended, utcMoment } from './statement-words.ts';
import styles from './statement.module.css';

/** All facts of a statement except its sentence. */
export function StatementFacts({ statement }: { statement: Statement }) {
  const { kind, holder, payer, months, currency, issuer, issuedAt, expiresAt, books } = statement;
  return (
    <dl className={styles.facts}>
      <Fact name="Account of">{holder ? <NameOf {...holder} /> : <NotShown />}</Fact>
      {kind === 'income' && <Fact name="Payer">{payer ? <NameOf {...payer} /> : <NotShown />}</Fact>}
      {months?.map(({ month, amount }) => (
        <Fact key={month} name={monthName(month)}>
          {amountWords(currency, amount)}
        </Fact>
      ))}
      {kind === 'income' && (
        <Fact name="Counted">
          Completed payments in UTC months, less what was paid back.
          {isUnended(statement) && ' The last month had not ended.'}
        </Fact>
      )}
      <Fact name="Issued by">{hostOf(issuer)}</Fact>
      <Fact name="Issued">
        {utcMoment(issuedAt)}, when the log had {decimalText(books.entries, 0)} entries
      </Fact>
      <Fact name="Valid until">{utcMoment(expiresAt)}</Fact>
    </dl>
  );
}

const NameOf = (named: Named) => (
  <>
    <bdi>{named.name}</bdi> <span className="muted">({checkedText(named)})</span>
  </>
);

const NotShown = () => <span className="muted">Not shown</span>;
