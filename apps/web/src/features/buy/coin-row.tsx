import type { MarketItem } from '@florin/contract';
import type { KeyboardEvent } from 'react';
import { CoinIcon } from '../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../wallet-ui/delta.tsx';
import { percentText } from '../../wallet-ui/percent-text.ts';
import { PriceText } from '../../wallet-ui/price-text.tsx';

type CoinRowProps = {
  coin: MarketItem;
  chosen: boolean;
  tabStop: boolean;
  onChoose: (symbol: string) => void;
};

export function CoinRow({ coin, chosen, tabStop, onChoose }: CoinRowProps) {
  return (
    <button
      type="button"
      className="row row-coin"
      aria-pressed={chosen}
      tabIndex={tabStop ? 0 : -1}
      onClick={() => onChoose(coin.symbol)}
      onKeyDown={moveFocus}
    >
      <CoinIcon symbol={coin.symbol} size={32} />
      <span>
        <span className="t block">{coin.name}</span>
        <span className="s block">{coin.symbol}</span>
      </span>
      <span className="e">
        <PriceText usdPerCoin={coin.price_exact} />
        <br />
        <span className="small">
          <Delta percent={percentText(coin.change)} />
        </span>
      </span>
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const next = neighbour(event.currentTarget, event.key);
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

function neighbour(row: HTMLElement, key: string): Element | null | undefined {
  switch (key) {
    case 'ArrowDown':
      return row.nextElementSibling;
    case 'ArrowUp':
      return row.previousElementSibling;
    case 'Home':
      return row.parentElement?.firstElementChild;
    case 'End':
      return row.parentElement?.lastElementChild;
    default:
      return undefined;
  }
}
