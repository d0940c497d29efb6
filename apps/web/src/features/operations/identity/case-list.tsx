import type { KycCaseRow } from '@florin/contract';
import { idTypeName } from '../../../wallet-ui/kyc-words.ts';
import { age } from '../when.ts';
import { countryName } from './case-words.ts';

type CaseListProps = { cases: readonly KycCaseRow[]; open: string | undefined; onOpen: (id: string) => void };

export function CaseList({ cases, open, onOpen }: CaseListProps) {
  return (
    <ul className="rq" aria-label="Identity checks">
      {cases.map(({ id, name, id_type: idType, country, new_name: newName, submitted_at: since }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === open} onClick={() => onOpen(id)}>
            <b>{name}</b>
            <span className="muted">{age(since)}</span>
            <span className="muted">
              {idTypeName[idType]} · <abbr title={countryName(country)}>{country}</abbr>
              {newName !== null && ' · new name'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
