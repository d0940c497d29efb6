import { useState } from 'react';
import { coinIconUrl } from './preload-coin-icons.ts';

/** Shows a coin's icon, or its first letters if the icon is missing. Decorative: the coin's name is next to it. */
export function CoinIcon({ symbol, size = 36 }: { symbol: string; size?: number }) {
  const [missing, setMissing] = useState<string>();
  if (missing === symbol) {
    return (
      <span className="avatar" style={{ width: size, height: size, fontSize: size / 3 }} aria-hidden>
        {symbol.slice(0, 3)}
      </span>
    );
  }
  return (
    <img
      className="coin"
      loading="lazy"
      src={coinIconUrl(symbol)}
      width={size}
      height={size}
      alt=""
      onError={() => setMissing(symbol)}
    />
  );
}
