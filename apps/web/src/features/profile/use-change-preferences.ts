import { endpoints, notificationTopics, type NotificationPreferences, type NotificationTopic } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { preferencesQuery } from '../../api/queries.ts';
import { orFallback } from '../../api/not-offered.ts';
import { defaultPreferences } from '../../api/fallbacks.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { toast } from '../../ui/toast.ts';

type Channels = Pick<NotificationPreferences, 'email' | 'push' | 'sms'>;
export type PreferenceChange = Partial<Channels> & {
  topics?: { [Topic in NotificationTopic]?: Partial<Channels> };
};

/** Returns the preferences with the change applied, to show them before the server answers. */
function changed(shown: NotificationPreferences, { topics = {}, ...channels }: PreferenceChange) {
  const now = { ...shown, ...channels };
  for (const topic of notificationTopics)
    if (topics[topic]) now.topics = { ...now.topics, [topic]: { ...now.topics[topic], ...topics[topic] } };
  return now;
}

/** Changes preferences optimistically: shows the change immediately and reverts a rejected change. */
export function useChangePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { mutateAsync } = useMutation({
    // The switch already shows the change, so the request must survive leaving the page.
    mutationFn: (body: PreferenceChange) =>
      orFallback(api.call(endpoints.changePreferences, { body }, { keepalive: true }), () =>
        changed(queryClient.getQueryData<NotificationPreferences>(queryKey) ?? defaultPreferences(), body),
      ),
    // One request at a time, so that the last change wins.
    scope: { id: 'notification-preferences' },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (shown) => shown && changed(shown, change));
      return before;
    },
    onSuccess: (saved) => void queryClient.setQueryData(queryKey, saved),
    onError: (error, _change, before) => {
      queryClient.setQueryData(queryKey, before);
      toast.error(refusalText(error, 'Failed to change the preference'));
      // The preferences reload from the server, because the request may have succeeded, and `before` may hold another
      // change that failed.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return {
    run: (change: PreferenceChange) => void mutateAsync(change).catch(() => undefined),
    /** Resolves to true if the server saved the change. */
    save: (change: PreferenceChange): Promise<boolean> =>
      mutateAsync(change).then(
        () => true,
        () => false,
      ),
  };
}
