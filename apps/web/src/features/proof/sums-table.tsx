import { amountOf } from '@florin/money';
import type { AssetSums } from '../../api/proof/report.ts';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { coverageOf, coverageText } from './coverage.ts';
import { houseWords } from './house-words.ts';
import styles from './proof.module.css';

type SumsTableProps = {
  assets: readonly AssetSums[];
  label: string;
  /** Shows how much of what is owed the accounts of the house say to be there. */
  coverage?: boolean;
};

/** Shows what is owed per asset, the accounts of the house, and their total, which this page computes. */
export const SumsTable = ({ assets, label, coverage = false }: SumsTableProps) => (
  <TableScroll label={label} className={styles.sums}>
    <thead>
      <tr>
        <th scope="col">Asset</th>
        <th scope="col" className="number">
          Owed to members
        </th>
        <th scope="col" className="number">
          Accounts of the house
        </th>
        <th scope="col" className="number">
          Total
        </th>
        {coverage && (
          <th scope="col" className="number">
            Covered
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {assets.map(({ asset, owed, house }) => (
        <tr key={asset}>
          <th scope="row">{asset}</th>
          <td className="number" data-label="Owed to members">
            <AmountText amount={amountOf(asset, owed)} />
          </td>
          <td className="number" data-label="Accounts of the house">
            {house.map(({ kind, balance }) => (
              <span key={kind} className={styles.houseLine}>
                <span className="muted">{houseWords(kind)}</span> <AmountText amount={amountOf(asset, balance)} />
              </span>
            ))}
          </td>
          <td className="number" data-label="Total">
            <AmountText amount={amountOf(asset, totalOf({ owed, house }))} />
          </td>
          {coverage && (
            <td className="number" data-label="Covered">
              {coverageIn({ asset, owed, house })}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </TableScroll>
);

export const totalOf = ({ owed, house }: Pick<AssetSums, 'owed' | 'house'>): bigint =>
  house.reduce((sum, { balance }) => sum + balance, owed);

function coverageIn(sums: AssetSums): string {
  const coverage = coverageOf(sums);
  return coverage === undefined ? '–' : coverageText(coverage);
}
