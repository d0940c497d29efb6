import { endpoints, type Contact } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { contactsQuery } from '../../api/queries.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { toast } from '../../ui/toast.ts';

const { queryKey } = contactsQuery;

/**
 * Marks a contact as a favourite, or no more. The star is filled at once, as no money is involved, and emptied again
 * where the server says no. The list keeps its order until it is loaded again, so that no row moves under the pointer.
 */
export function useFavorite({ id, favorite }: Contact) {
  const queryClient = useQueryClient();
  const show = (shown: boolean) => {
    queryClient.setQueryData(queryKey, (contacts) =>
      contacts?.map((contact) => (contact.id === id ? { ...contact, favorite: shown } : contact)),
    );
  };
  const { mutate } = useMutation({
    // Shown as done already, so it outlives the page.
    mutationFn: (wanted: boolean) =>
      api.call(endpoints.changeContact, { params: { id }, body: { favorite: wanted } }, { keepalive: true }),
    // One after the other: the last press is the one that counts.
    scope: { id: `favorite-${id}` },
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey });
      show(wanted);
    },
    onSuccess: (_, wanted) => show(wanted),
    onError: (error, wanted) => {
      show(!wanted);
      toast.error(troubleText(error));
      // Only the answer may have been lost.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return { favorite, toggle: () => mutate(!favorite) };
}

type Done = { onDone: () => void };

export function useRename({ id }: Contact, { onDone }: Done) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call(endpoints.changeContact, { params: { id }, body: { name } }),
    onSuccess: (renamed) => {
      queryClient.setQueryData(queryKey, (contacts) =>
        contacts?.map((contact) => (contact.id === id ? renamed : contact)),
      );
      onDone();
    },
  });
}

export function useRemoval({ id, name }: Contact, { onDone }: Done) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(endpoints.removeContact, { params: { id } }),
    onSuccess: () => {
      queryClient.setQueryData(queryKey, (contacts) => contacts?.filter((contact) => contact.id !== id));
      toast.success(`${name} is no longer among your contacts`);
      onDone();
    },
  });
}
