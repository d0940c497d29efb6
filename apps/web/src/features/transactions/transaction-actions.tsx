import { endpoints } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Transaction } from '../../api/read/answers.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/may.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CancelTransaction, cancelLabel } from './cancel-transaction.tsx';
import { useDownload } from '../../wallet-ui/use-download.ts';
import styles from './transactions.module.css';

/** Offers to cancel the transaction, to send again and to download the receipt. */
export function TransactionActions({ transaction }: { transaction: Transaction }) {
  const [isCanceling, setIsCanceling] = useState(false);
  const receipt = useReceipt(transaction);
  const pays = useMay('pay');
  if (isCanceling) return <CancelTransaction transaction={transaction} onLeave={() => setIsCanceling(false)} />;
  const { type, to, can_cancel: canCancel } = transaction;
  return (
    <>
      {receipt.error && (
        <div className={styles.drawerSection}>
          <Notice icon={TriangleAlert} tone="bad">
            {refusalText(receipt.error, 'The receipt could not be downloaded. Please try again.')}
          </Notice>
        </div>
      )}
      <div className={styles.drawerActions}>
        {pays && canCancel && <Button onClick={() => setIsCanceling(true)}>{cancelLabel(transaction)}</Button>}
        {pays && !canCancel && type === 'send' && to !== undefined && (
          <Link to="/send" search={{ to }} className={buttonClass({ variant: 'primary' })}>
            Send again
          </Link>
        )}
        <Button aria-label="Download receipt" busy={receipt.running} onClick={receipt.start}>
          {!receipt.running && <Icon as={Download} size={16} />}
          Receipt
        </Button>
      </div>
    </>
  );
}

const useReceipt = ({ id }: Transaction) =>
  useDownload({
    open: (signal) => api.open(endpoints.getReceipt, { params: { id } }, { signal }),
    fileName: () => `florin-receipt-${id}.pdf`,
  });
