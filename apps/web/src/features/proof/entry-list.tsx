import { amountOf } from '@florin/money';
import type { ProvedEntry } from '../../api/proof/report.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { momentText } from '../../wallet-ui/day-text.ts';
import { houseWords } from './house-words.ts';
import styles from './proof.module.css';

/** Lists entries of the log with the reader's own postings. */
export const EntryList = ({ entries, title }: { entries: readonly ProvedEntry[]; title: string }) => (
  <section className="ledger" aria-labelledby="proved-entries">
    <header>
      <h2 id="proved-entries">{title}</h2>
    </header>
    <ul className={styles.entries}>
      {entries.map(({ index, time, kind, postings }) => (
        <li key={index}>
          <div>
            <span className="strong">{houseWords(kind)}</span>
            <p className="small muted">
              {momentText(time)} · log entry {decimalText(index, 0)}
            </p>
          </div>
          <div className={styles.postings}>
            {postings.map(({ account, asset, sequence, amount, balance }) => (
              <p key={`${account} ${sequence}`}>
                <AmountText amount={amountOf(asset, amount)} sign="always" />
                <span className="small muted block">
                  Balance <AmountText amount={amountOf(asset, balance)} />
                </span>
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  </section>
);
