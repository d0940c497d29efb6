import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

type NoCoinFoundProps = {
  /** The server lists no coins at all. */
  noneListed: boolean;
  noFavorites: boolean;
  onClearSearch: () => void;
  onShowAll: () => void;
};

export function NoCoinFound({ noneListed, noFavorites, onClearSearch, onShowAll }: NoCoinFoundProps) {
  if (noneListed) return <EmptyState title="No coins on offer">Please check back later.</EmptyState>;
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
        Star a coin to find it here.
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
