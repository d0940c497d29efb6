import type { MarketItem } from '@florin/contract';
import { useEffect, useState } from 'react';

type PriceAgeProps = { source: MarketItem['source']; updatedAt: string };

const tickMs = 5_000;

/** Where the prices come from and how old they are. It goes on ageing when no new ones come. */
export function PriceAge({ source, updatedAt }: PriceAgeProps) {
  const now = useNow();
  return (
    <>
      {sourceWords[source]} prices, updated {ageWords(now - Date.parse(updatedAt))}
    </>
  );
}

const sourceWords: Record<MarketItem['source'], string> = {
  simulated: 'Simulated',
  reference: 'Reference',
  live: 'Live',
};

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A price that is younger than this is as fresh as they come: the list is asked for every five seconds. */
const justNowSeconds = 15;

function ageWords(ageMs: number): string {
  const seconds = Math.round(ageMs / 1000);
  if (seconds < justNowSeconds) return 'just now';
  if (seconds < 60) return inWords.format(-seconds, 'second');
  if (seconds < 3600) return inWords.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return inWords.format(-Math.floor(seconds / 3600), 'hour');
  return inWords.format(-Math.floor(seconds / 86_400), 'day');
}

const inWords = new Intl.RelativeTimeFormat('en');
