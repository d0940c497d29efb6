import type { MarketItem } from '@florin/contract';
import { memo, type KeyboardEvent } from 'react';
import { CoinIcon } from '../../../wallet-ui/coin-icon.tsx';
import { Sparkline } from '../../../wallet-ui/chart/sparkline.tsx';
import { FavoriteStar } from '../../../wallet-ui/favorite-star.tsx';
import { CoinRowPrice } from './coin-row-price.tsx';

type CoinRowProps = {
  coin: MarketItem;
  points: readonly number[] | undefined;
  /** `undefined` until it is known. */
  isFavorite: boolean | undefined;
  chosen: boolean;
  tabStop: boolean;
  onChoose: (symbol: string) => void;
  onMark: (symbol: string, wanted: boolean) => void;
  onFocus: (symbol: string) => void;
};

/** There are some 230 of them: one renders when something about it is different, and for its price only the price. */
export const CoinRow = memo(function CoinRow(props: CoinRowProps) {
  const { coin, points, isFavorite, chosen, tabStop, onChoose, onMark, onFocus } = props;
  const { symbol, name } = coin;
  const tabIndex = tabStop ? 0 : -1;
  return (
    <li className="coin-line">
      <button
        type="button"
        className="row row-coin"
        aria-pressed={chosen}
        tabIndex={tabIndex}
        onClick={() => onChoose(symbol)}
        onKeyDown={moveFocus}
        onFocus={() => onFocus(symbol)}
      >
        <CoinIcon symbol={symbol} size={32} />
        <span>
          <span className="t block">{name}</span>
          <span className="s block">{symbol}</span>
        </span>
        <Sparkline points={points ?? none} width={48} height={22} />
        <CoinRowPrice coin={coin} />
      </button>
      {isFavorite !== undefined && (
        <FavoriteStar symbol={symbol} name={name} isFavorite={isFavorite} onMark={onMark} tabIndex={tabIndex} />
      )}
    </li>
  );
});

const none: readonly number[] = [];

function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const line = event.currentTarget.parentElement;
  const next = line && neighbour(line, event.key)?.querySelector('button');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function neighbour(line: HTMLElement, key: string): Element | null | undefined {
  switch (key) {
    case 'ArrowDown':
      return line.nextElementSibling;
    case 'ArrowUp':
      return line.previousElementSibling;
    case 'Home':
      return line.parentElement?.firstElementChild;
    case 'End':
      return line.parentElement?.lastElementChild;
    default:
      return undefined;
  }
}
