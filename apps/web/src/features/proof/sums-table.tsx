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
};

/** Shows the debts to members and the accounts of the house per asset, with totals that this page computes. */
export function SumsTable({ assets, label }: SumsTableProps) {
  const isCovered = assets.some((one) => coverageOf(one) !== undefined);
  return (
    <>
      <TableScroll label={label} className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">Asset</th>
            {['Owed to members', 'Accounts of the house', 'Total', ...(isCovered ? ['Covered'] : [])].map((title) => (
              <th key={title} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {assets.map((sums) => (
            <AssetRow key={sums.asset} {...sums} isCovered={isCovered} />
          ))}
        </tbody>
      </TableScroll>
      <p className={`small muted space-above-3 ${styles.sumsNote}`}>
        For each asset, what is owed to members and the accounts of the house add up to zero. A negative account says
        where the money is.
        {isCovered && ' Covered is what the bank accounts hold against what is owed.'}
      </p>
    </>
  );
}

function AssetRow({ isCovered, ...sums }: AssetSums & { isCovered: boolean }) {
  const { asset, owed, house } = sums;
  const coverage = coverageOf(sums);
  return (
    <tr>
      <th scope="row">{asset}</th>
      <td className="number" data-label="Owed to members">
        <AmountText amount={amountOf(asset, owed)} />
      </td>
      <td className={`number ${styles.house}`} data-label="Accounts of the house">
        {house.map(({ kind, balance }) => (
          <span key={kind} className={styles.houseLine}>
            <span className="muted">{houseWords(kind)}</span> <AmountText amount={amountOf(asset, balance)} />
          </span>
        ))}
      </td>
      <td className="number" data-label="Total">
        <AmountText amount={amountOf(asset, totalOf(sums))} />
      </td>
      {isCovered && (
        <td className="number" data-label="Covered">
          {coverage === undefined ? '–' : coverageText(coverage)}
        </td>
      )}
    </tr>
  );
}

export const totalOf = ({ owed, house }: Pick<AssetSums, 'owed' | 'house'>): bigint =>
  house.reduce((sum, { balance }) => sum + balance, owed);
