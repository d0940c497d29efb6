import { endpoints } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CardOutcome } from './card-outcome.tsx';
import { CheckFailed } from './check-failed.tsx';

const pollMs = 2_000;

/** Shows whether a card was saved. */
export function SetupOutcome({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['card-setup', id],
    queryFn: ({ signal }) => api.call(endpoints.checkCardSetup, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? pollMs : false),
    staleTime: 0,
  });
  const state = query.data?.state;
  useEffect(() => {
    if (state === 'saved') invalidate(queryClient, { queryKey: paymentMethodsQuery.queryKey });
  }, [state, queryClient]);
  if (!query.data) return <CheckFailed query={query} />;
  const { method, url } = query.data;
  switch (query.data.state) {
    case 'saved':
      return (
        <CardOutcome tone="ok" title={`${method?.label ?? 'Your card'} saved`} actions={<ToProfile />}>
          You can buy with it now.
        </CardOutcome>
      );
    case 'waiting':
      return (
        <CardOutcome
          tone="wait"
          title="The card is not saved yet"
          actions={
            <>
              {url?.startsWith('https:') && (
                <a className={buttonClass({ variant: 'primary', size: 'l' })} href={url}>
                  Continue
                </a>
              )}
              <ToProfile />
            </>
          }
        >
          Continue where you stopped, or go back to your profile.
        </CardOutcome>
      );
    case 'not_saved':
      return (
        <CardOutcome tone="bad" title="The card was not saved" actions={<ToProfile />}>
          The page was closed, or there is no room for another payment method. Start again in your profile.
        </CardOutcome>
      );
  }
}

const ToProfile = () => (
  <Link className={buttonClass({ size: 'l' })} to="/profile">
    Go to your profile
  </Link>
);
