import { Tally } from '../ui/tally.tsx';

/** Replaces the trade form until a coin is selected; hidden on phones. `children` is one sentence. */
export function NoCoinChosen({ children }: { children: string }) {
  return (
    <div className="empty only-wide grid min-h-130 content-center justify-items-center border-s border-line">
      <Tally />
      <h2>Select a Cryptocurrency</h2>
      <p>{children}</p>
    </div>
  );
}
