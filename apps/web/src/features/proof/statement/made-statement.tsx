import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';
import { CopyButton } from '../../../wallet-ui/copy-button.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { saveFile } from '../../../wallet-ui/save-file.ts';
import { checkStatement } from '../../../api/shared-statement.ts';
import { contentOf, optionalParts, withParts } from './disclosures.ts';
import { StatementFacts } from './statement-facts.tsx';
import { statementSentence } from './statement-words.ts';
import proofStyles from '../proof.module.css';
import styles from './statement.module.css';

const partTitles: Readonly<Record<string, string>> = {
  holder: 'The name on this account',
  payer: 'The payer’s name',
  months: 'The amount of each month',
};

/** A new statement: the choice of its parts, a preview for readers, and the ways to share the statement. */
export function MadeStatement({ whole }: { whole: string }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [names, setNames] = useState<readonly string[]>(['payer']);
  const shared = withParts(whole, names);
  const toggle = (name: string) =>
    setNames(names.includes(name) ? names.filter((other) => other !== name) : [...names, name]);
  return (
    <section className="ledger" aria-labelledby="made">
      <header>
        <h2 id="made" ref={heading} tabIndex={-1}>
          What others will see
        </h2>
      </header>
      <fieldset className={styles.optional}>
        <legend className="small muted">Also show</legend>
        {optionalParts(whole).map((name) => (
          <Checkbox
            key={name}
            label={partTitles[name] ?? name}
            checked={names.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      <Preview shared={shared} />
    </section>
  );
}

/**
 * Shows a preview of the page for readers. This browser checks the statement in the same way as the readers' browsers.
 */
function Preview({ shared }: { shared: string }) {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shared-statement', shared],
    queryFn: async () => ({ text: shared, checked: await checkStatement(queryClient, shared) }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const statement = data?.checked.kind === 'statement' ? data.checked.verdict.statement : undefined;
  if (!data && isFetching) return <Skeleton width="100%" height={240} />;
  if (!data || !statement)
    return <LoadFailed message="Could not check the statement" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <p className={`heading-3 ${styles.said}`}>{statementSentence(statement)}</p>
      <StatementFacts statement={statement} />
      <div className={styles.ways}>
        <CopyButton key={data.text} text={`${location.origin}${paths.verify}#${data.text}`} what="link" shown />
        <Button
          size="s"
          onClick={() => saveFile(new Blob([data.text], { type: 'text/plain' }), 'florin-statement.txt')}
        >
          <Icon as={Download} size={16} />
          Download
        </Button>
      </div>
      <details className={proofStyles.experts}>
        <summary>
          <span className="strong">For experts</span>
          <Icon as={ChevronDown} />
        </summary>
        <div className={`${proofStyles.expertsBody} ${proofStyles.signed}`}>
          <p className="small muted">
            The whole statement (SD-JWT VC), without its signature. Parts that you leave out remain only as digests,
            mixed with digests that stand for nothing.
          </p>
          <pre>{contentOf(data.text)}</pre>
        </div>
      </details>
    </>
  );
}
