import { Landmark, Plus, TriangleAlert } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import styles from '../sandbox-methods.module.css';

type BankAccountChoiceProps = { legend: string; error?: string | undefined; onChoose: () => void };

/**
 * Opens the form that adds the member's own bank account. Looks like the sandbox's methods, which come before this
 * choice.
 */
export function BankAccountChoice({ legend, error, onChoose }: BankAccountChoiceProps) {
  return (
    <fieldset className="field add-card">
      <legend className="label">{legend}</legend>
      <button type="button" className={styles.cardChoice} onClick={onChoose}>
        <Icon as={Landmark} />
        Bank account
        <Icon as={Plus} size={16} />
      </button>
      {error && (
        <p className="help error" role="alert">
          <Icon as={TriangleAlert} size={16} />
          {error}
        </p>
      )}
    </fieldset>
  );
}
