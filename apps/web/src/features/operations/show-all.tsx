import { Button } from '../../ui/button.tsx';

type ShowAllProps = { total: number; shown: number; onAll: () => void };

/** There are over two hundred coins: the first few say the most. */
export const ShowAll = ({ total, shown, onAll }: ShowAllProps) =>
  total > shown ? (
    <Button size="s" variant="quiet" className="ops-all" onClick={onAll}>
      Show all {total}
    </Button>
  ) : null;

export const fewRows = 8;
