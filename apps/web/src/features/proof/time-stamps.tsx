import type { Books } from '@florin/contract';
import { decimalText } from '../../ui/decimal-text.ts';
import { Fact } from '../../ui/fact.tsx';
import { asOfText } from '../../wallet-ui/as-of.tsx';
import styles from './proof.module.css';

type Anchor = Books['anchors'][number];

/**
 * Shows the time stamps of two checkpoints: the newest checkpoint that others stamped, and the newest checkpoint in
 * Bitcoin.
 */
export const TimeStamps = ({ anchors }: { anchors: readonly Anchor[] }) => (
  <section className="ledger" aria-labelledby="time-stamps">
    <header>
      <h2 id="time-stamps">Time stamps</h2>
    </header>
    {anchors.map((anchor) => (
      <Stamped key={anchor.size} anchor={anchor} />
    ))}
  </section>
);

function Stamped({ anchor: { size, time_stamp: stamp, calendars, bitcoin_block: block } }: { anchor: Anchor }) {
  const file = `/log/anchors/${size}`;
  const hosts = calendars.map((url) => URL.parse(url)?.host ?? url).join(', ');
  return (
    <div className="space-above-4">
      <dl className={styles.facts}>
        <Fact name="Checkpoint">{decimalText(size, 0)} entries</Fact>
        {stamp && (
          <Fact name="Time-stamped">
            by {stamp.by} at {asOfText(Date.parse(stamp.at))}
          </Fact>
        )}
        {calendars.length > 0 && (
          <Fact name="Bitcoin">
            {block === null ? `promised by ${hosts}` : `block ${decimalText(block, 0)}, according to ${hosts}`}
          </Fact>
        )}
      </dl>
      <p className={`small space-above-4 ${styles.links}`}>
        <a className="link small" href={file}>
          Checkpoint {size}
        </a>
        {stamp && (
          <a className="link small" href={`${file}.tsr`}>
            Time stamp {size}.tsr
          </a>
        )}
        {calendars.length > 0 && (
          <a className="link small" href={`${file}.ots`}>
            Bitcoin proof {size}.ots
          </a>
        )}
      </p>
    </div>
  );
}
