import { endpoints } from '@florin/contract';
import { ArrowRight, CreditCard, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { inAccount } from '../../api/account.ts';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from '../../wallet-ui/sandbox-methods.module.css';

/** Opens the card processor's page, where the member saves a card. */
export function SaveCardChoice() {
  const [leaving, setLeaving] = useState(false);
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.startCardSetup, {}),
    onDone: ({ id, url }) => {
      setLeaving(true);
      location.assign(url ?? inAccount(`${paths.cardReturn}?card=${id}`));
    },
  });
  const isBusy = busy || leaving;
  return (
    <fieldset className="field add-card">
      <legend className="label">Save a card</legend>
      <button type="button" className={styles.cardChoice} disabled={isBusy} onClick={() => run(undefined)}>
        <Icon as={CreditCard} />
        Card, on the next page
        {isBusy ? <Spinner size={16} /> : <Icon as={ArrowRight} size={16} />}
      </button>
      {error && (
        <p className="help error" role="alert">
          <Icon as={TriangleAlert} size={16} />
          {refusalText(error, 'Could not open the page. Try again.')}
        </p>
      )}
    </fieldset>
  );
}
