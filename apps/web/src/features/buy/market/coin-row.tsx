import { memo, type KeyboardEvent } from 'react';
import { useLiveTick } from '../../../api/live-prices.ts';
import type { MarketItem } from '../../../api/read/answers.ts';
import { useInView } from '../../../ui/use-in-view.ts';
import { useWasInView } from '../../../ui/use-was-in-view.ts';
import { CoinIcon } from '../../../wallet-ui/coin-icon.tsx';
import { Delta } from '../../../wallet-ui/delta.tsx';
import { percentText } from '../../../wallet-ui/percent-text.ts';
import { PriceText } from '../../../wallet-ui/price-text.tsx';
import { CoinShape, CoinStar } from './coin-extras.tsx';
import styles from '../buy.module.css';

type CoinRowProps = {
  coin: MarketItem;
  initiallyVisible: boolean;
  chosen: boolean;
  tabStop: boolean;
  onChoose: (symbol: string) => void;
  onFocus: (symbol: string) => void;
};

/**
 * One of about 230 rows. A row renders only when its own data changes, and a new price renders only the price. Until a
 * row is near the viewport, the row contains only the coin's name, so search and keys can reach the row.
 */
export const CoinRow = memo(function CoinRow(props: CoinRowProps) {
  const { coin, initiallyVisible, chosen, tabStop, onChoose, onFocus } = props;
  const { symbol, name } = coin;
  const [line, isVisible] = useWasInView<HTMLLIElement>(initiallyVisible);
  const tabIndex = tabStop ? 0 : -1;
  return (
    <li className={styles.coinLine} ref={line}>
      <button
        type="button"
        className="row row-coin"
        aria-pressed={chosen}
        tabIndex={tabIndex}
        onClick={() => onChoose(symbol)}
        onKeyDown={moveFocus}
        onFocus={() => onFocus(symbol)}
      >
        {isVisible && <CoinIcon symbol={symbol} size={32} />}
        <span>
          <span className="row-title block">{name}</span>
          <span className="row-subtitle block">{symbol}</span>
        </span>
        {isVisible && <CoinShape coin={coin} />}
        {isVisible && <CoinRowPrice coin={coin} />}
      </button>
      {isVisible && <CoinStar symbol={symbol} name={name} tabIndex={tabIndex} />}
    </li>
  );
});

function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const line = event.currentTarget.parentElement;
  const next = line && rowForKey(line, event.key)?.querySelector('button');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function rowForKey(line: HTMLElement, key: string): Element | null | undefined {
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

/** Shows the live price and change. Updates only while visible. */
function CoinRowPrice({ coin }: { coin: MarketItem }) {
  const [ref, onScreen] = useInView();
  const { price_exact, change } = useLiveTick(coin, onScreen);
  return (
    <span className="row-end" ref={ref}>
      <PriceText usdPerCoin={price_exact} />
      <br />
      <span className="small">
        <Delta percent={percentText(change)} />
      </span>
    </span>
  );
}
