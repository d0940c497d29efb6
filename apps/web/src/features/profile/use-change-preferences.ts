import { endpoints, notificationTopics, type NotificationPreferences, type NotificationTopic } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { preferencesQuery } from '../../api/queries.ts';
import { orInstead } from '../../api/not-offered.ts';
import { defaultPreferences } from '../../api/stand-ins.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { toast } from '../../ui/toast.ts';

type Channels = Pick<NotificationPreferences, 'email' | 'push' | 'sms'>;
export type PreferenceChange = Partial<Channels> & {
  topics?: { [Topic in NotificationTopic]?: Partial<Channels> };
};

/** The preferences as they are shown while the server keeps a change. */
function changed(shown: NotificationPreferences, { topics = {}, ...channels }: PreferenceChange) {
  const now = { ...shown, ...channels };
  for (const topic of notificationTopics)
    if (topics[topic]) now.topics = { ...now.topics, [topic]: { ...now.topics[topic], ...topics[topic] } };
  return now;
}

/** The switch turns at once, and back where the server says no. */
export function useChangePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { mutateAsync } = useMutation({
    // Shown as done already, so it outlives the page.
    mutationFn: (body: PreferenceChange) =>
      orInstead(api.call(endpoints.changePreferences, { body }, { keepalive: true }), () =>
        changed(queryClient.getQueryData<NotificationPreferences>(queryKey) ?? defaultPreferences(), body),
      ),
    // One after the other: the last turn is the one that counts.
    scope: { id: 'notification-preferences' },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (shown) => shown && changed(shown, change));
      return before;
    },
    onSuccess: (kept) => void queryClient.setQueryData(queryKey, kept),
    onError: (error, _change, before) => {
      queryClient.setQueryData(queryKey, before);
      toast.error(refusalText(error, 'Failed to change the preference'));
      // Only the answer may have been lost, and what was there before may have been another turn that failed.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return {
    run: (change: PreferenceChange) => void mutateAsync(change).catch(() => undefined),
    /** True once the server has kept it. */
    save: (change: PreferenceChange): Promise<boolean> =>
      mutateAsync(change).then(
        () => true,
        () => false,
      ),
  };
}
