import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

type NoCoinFoundProps = { noFavorites: boolean; onClearSearch: () => void; onShowAll: () => void };

export function NoCoinFound({ noFavorites, onClearSearch, onShowAll }: NoCoinFoundProps) {
  if (noFavorites) {
    return (
      <EmptyState
        title="No favorites yet"
        action={
          <Button size="s" onClick={onShowAll}>
            Show all
          </Button>
        }
      >
        Mark a coin with the star to find it here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No coin found"
      action={
        <Button size="s" onClick={onClearSearch}>
          Clear search
        </Button>
      }
    >
      Try another name or symbol.
    </EmptyState>
  );
}
