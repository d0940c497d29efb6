import { Button } from '../../ui/button.tsx';
import styles from './operations.module.css';

type ShowAllProps = { total: number; shown: number; onAll: () => void };

/** Shows the remaining rows of a long table, such as the table of more than 200 coins. */
export const ShowAll = ({ total, shown, onAll }: ShowAllProps) =>
  total > shown ? (
    <Button size="s" variant="quiet" className={styles.all} onClick={onAll}>
      Show all {total}
    </Button>
  ) : null;

export const fewRows = 8;
