import { fromExact, type BatchRow } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../ui/badge.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { columnNames, counted, rowBadges } from './batch-words.ts';
import cards from './batch-table.module.css';

/** One payment of the file: a line of the table, a card on phones. */
export function BatchRowLine({ row }: { row: BatchRow }) {
  const { tone, text } = rowBadges[row.state];
  return (
    <tr>
      <td className={cards.rowNumber}>
        <span className={cards.rowWord}>Row </span>
        {counted(row.row)}
      </td>
      <th scope="row" className={cards.text}>
        <bdi className={cards.recipient}>{row.recipient || '–'}</bdi>
      </th>
      <td className={`${cards.text} ${cards.note}`}>
        <bdi className="block">{row.note}</bdi>
        <bdi className={cards.under}>{row.reference}</bdi>
      </td>
      <td className={`number ${cards.amount}`}>
        <RowAmount row={row} />
      </td>
      <td className={`number ${cards.fee}`} data-label="Fee">
        {row.currency && row.fee_exact !== null && <AmountText amount={fromExact(row.currency, row.fee_exact)} />}
      </td>
      <td className={cards.text}>
        <Badge tone={tone}>{text}</Badge>
        <Details row={row} />
      </td>
    </tr>
  );
}

/** The amount, or the text of the file if the amount cannot be read. */
function RowAmount({ row: { currency, amount_exact: amount, amount_text: text } }: { row: BatchRow }) {
  if (currency && amount !== null) return <AmountText amount={fromExact(currency, amount)} />;
  return <bdi className={`muted ${cards.value}`}>{text || '–'}</bdi>;
}

function Details({ row: { message, errors, warnings, transaction_id: transaction } }: { row: BatchRow }) {
  return (
    <>
      {message !== null && <span className={cards.detail}>{message}</span>}
      {[...errors, ...warnings].map(({ column, message: problem }) => (
        <span className={cards.detail} key={`${column} ${problem}`}>
          {columnNames[column]}: {problem}
        </span>
      ))}
      {transaction !== null && (
        <Link className={`link ${cards.detail}`} to="/transactions" search={{ id: transaction }}>
          Transaction
        </Link>
      )}
    </>
  );
}
