import { LoadFailed } from '../../ui/load-failed.tsx';

export function CoinFailed({ symbol, onRetry }: { symbol: string; onRetry: () => void }) {
  return (
    <main className="wrap coin-page">
      <h1 className="sr">{symbol}</h1>
      <LoadFailed onRetry={onRetry} />
    </main>
  );
}
