import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';

type FavoriteStarProps = {
  symbol: string;
  name: string;
  isFavorite: boolean;
  onMark: (symbol: string, wanted: boolean) => void;
  tabIndex?: number;
};

export function FavoriteStar({ symbol, name, isFavorite, onMark, tabIndex }: FavoriteStarProps) {
  return (
    <IconButton
      icon={Star}
      iconSize={16}
      className={clsx('star', isFavorite && 'is-on')}
      label={`Favorite ${name}`}
      aria-pressed={isFavorite}
      tabIndex={tabIndex}
      onClick={() => onMark(symbol, !isFavorite)}
    />
  );
}
