import { Tally } from '../ui/tally.tsx';

/** In the place of the ticket until a coin is chosen. Phones have only the list then. `children` is a sentence. */
export function NoCoinChosen({ children }: { children: string }) {
  return (
    <div className="empty only-wide grid min-h-130 content-center justify-items-center border-s border-line">
      <Tally />
      <h2>Select a Cryptocurrency</h2>
      <p>{children}</p>
    </div>
  );
}
