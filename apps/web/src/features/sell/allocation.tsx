import type { Holding } from '@florin/contract';
import { permilleText, sharesOf } from './shares.ts';
import { ShareRing } from './share-ring.tsx';

/** How the holdings' value is spread. The list says what the ring draws. */
export function Allocation({ holdings }: { holdings: readonly Holding[] }) {
  const shares = sharesOf(holdings);
  if (shares.length < 2) return null;
  return (
    <div className="hold-alloc">
      <ShareRing permilles={shares.map(({ permille }) => permille)} />
      <ul>
        {shares.map(({ name, permille }, index) => (
          <li key={name}>
            <span className={`key c${index + 1}`}>{name}</span>
            <span className="muted">{permilleText(permille)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
