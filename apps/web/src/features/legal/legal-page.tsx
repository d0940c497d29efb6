import { endpoints, type LegalDocumentName } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import styles from './legal.module.css';

export const TermsPage = () => <LegalPage name="terms" title="Terms of use" />;
export const PrivacyPage = () => <LegalPage name="privacy" title="Privacy notice" />;
export const ImprintPage = () => <LegalPage name="imprint" title="Imprint" />;

/** Shows a legal text from the server. Uses the default title until the text loads. */
function LegalPage({ name, title }: { name: LegalDocumentName; title: string }) {
  const { data, isLoadingError, error, refetch } = useQuery({
    queryKey: ['legal', name],
    queryFn: ({ signal }) => api.call(endpoints.getLegalDocument, { params: { name } }, { signal }),
  });
  return (
    <main className="wrap legal">
      <header className="page-head">
        <div>
          <h1>{data?.title || title}</h1>
        </div>
      </header>
      {isLoadingError && <LoadFailed message="Could not load this page" error={error} onRetry={() => void refetch()} />}
      {!data && !isLoadingError && <SkeletonRows count={6} />}
      {data?.sections.map(({ heading, paragraphs }) => (
        <section key={heading ?? ''} className={styles.part}>
          {heading !== undefined && <h2>{heading}</h2>}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </main>
  );
}
