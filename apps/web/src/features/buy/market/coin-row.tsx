import { memo, type KeyboardEvent } from 'react';
import type { MarketItem } from '../../../api/read/answers.ts';
import { useSeen } from '../../../ui/use-seen.ts';
import { CoinIcon } from '../../../wallet-ui/coin-icon.tsx';
import { CoinShape, CoinStar } from './coin-extras.tsx';
import { CoinRowPrice } from './coin-row-price.tsx';

type CoinRowProps = {
  coin: MarketItem;
  startsInSight: boolean;
  chosen: boolean;
  tabStop: boolean;
  onChoose: (symbol: string) => void;
  onFocus: (symbol: string) => void;
};

/**
 * There are some 230 of them: one renders when something about it is different, and for its price only the price. Before
 * it was near enough to be seen it is only what can be found and reached: the name.
 */
export const CoinRow = memo(function CoinRow(props: CoinRowProps) {
  const { coin, startsInSight, chosen, tabStop, onChoose, onFocus } = props;
  const { symbol, name } = coin;
  const [line, isSeen] = useSeen<HTMLLIElement>(startsInSight);
  const tabIndex = tabStop ? 0 : -1;
  return (
    <li className="coin-line" ref={line}>
      <button
        type="button"
        className="row row-coin"
        aria-pressed={chosen}
        tabIndex={tabIndex}
        onClick={() => onChoose(symbol)}
        onKeyDown={moveFocus}
        onFocus={() => onFocus(symbol)}
      >
        {isSeen && <CoinIcon symbol={symbol} size={32} />}
        <span>
          <span className="t block">{name}</span>
          <span className="s block">{symbol}</span>
        </span>
        {isSeen && <CoinShape coin={coin} />}
        {isSeen && <CoinRowPrice coin={coin} />}
      </button>
      {isSeen && <CoinStar symbol={symbol} name={name} tabIndex={tabIndex} />}
    </li>
  );
});

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
