import { endpoints, type BusinessCase, type BusinessFile } from '@florin/contract';
import { Save } from 'lucide-react';
import { api } from '../../../api/client.ts';
import { refusalText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.ts';
import { countryName } from '../../../wallet-ui/countries.ts';
import { saveFile } from '../../../wallet-ui/save-file.ts';
import { sizeText } from '../../../wallet-ui/size-text.ts';
import type { BusinessAct } from './business-acts.ts';
import styles from './businesses.module.css';

type BusinessReviewProps = { found: BusinessCase; onAct: (how: BusinessAct['how']) => void };

/** The details of a business next to its documents, and the decision buttons. */
export function BusinessReview({ found, onAct }: BusinessReviewProps) {
  const { id, handle, details, files } = found;
  return (
    <div className={styles.review}>
      <dl className={styles.facts}>
        <Fact name="Short name">{handle}</Fact>
        <Fact name="Legal form">{formNames[details.form]}</Fact>
        <Fact name="Registration number">{details.registration_number}</Fact>
        <Fact name="Address">
          {details.street_address}, {details.postal_code} {details.city}, {countryName(details.country)}
        </Fact>
        <Fact name="What it does">{details.activity}</Fact>
        <Fact name="Owners">
          {details.owners.map(({ name, share }) => (
            <span className="block" key={`${name} ${share}`}>
              <bdi>{name}</bdi>, {share}%
            </span>
          ))}
        </Fact>
      </dl>
      <ul aria-label="Documents">
        {files.map((file) => (
          <DocumentRow key={file.id} caseId={id} file={file} />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => onAct('verified')}>
          Verify…
        </Button>
        <Button onClick={() => onAct('needs_more')}>Needs more…</Button>
        <Button variant="danger" onClick={() => onAct('denied')}>
          Deny…
        </Button>
      </div>
    </div>
  );
}

/** Offers a document for download, so that the fetch and its audit entry happen on save. */
function DocumentRow({ caseId, file }: { caseId: string; file: BusinessFile }) {
  const { id, kind, name, type, bytes } = file;
  const { run, busy } = useCommand<void, Blob>({
    call: async () => {
      const answer = await api.open(endpoints.viewBusinessFile, { params: { id: caseId, fileId: id } });
      return answer.blob();
    },
    onDone: (blob) => saveFile(new Blob([blob], { type }), name),
    onFailed: (error) => toast.error(refusalText(error, 'Could not load the file')),
  });
  return (
    <li className={styles.file}>
      <span>
        <b>{kindNames[kind]}</b>
        <span className="small muted block">
          {name}, {sizeText(bytes)}
        </span>
      </span>
      <Button size="s" busy={busy} onClick={() => run()}>
        {!busy && <Icon as={Save} size={16} />}
        {busy ? 'Loading...' : 'Save'}
        <span className="screen-reader"> {kindNames[kind]}</span>
      </Button>
    </li>
  );
}

const formNames: Readonly<Record<BusinessCase['details']['form'], string>> = {
  company: 'Company',
  partnership: 'Partnership',
  sole_trader: 'Sole trader',
  nonprofit: 'Nonprofit',
  other: 'Other',
};

const kindNames: Readonly<Record<BusinessFile['kind'], string>> = {
  registration: 'Registration',
  ownership: 'Ownership',
  address: 'Address',
};
