import { endpoints, type Contact } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { contactsQuery } from '../../api/queries.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { toast } from '../../ui/toast.ts';

const { queryKey } = contactsQuery;

/**
 * Toggles a contact's favorite star. The star changes immediately, because no money is involved, and changes back after
 * a server error. The list keeps its order until its next load, so that no row moves under the pointer.
 */
export function useFavorite({ id, favorite }: Contact) {
  const queryClient = useQueryClient();
  const show = (shown: boolean) => {
    queryClient.setQueryData(queryKey, (contacts) =>
      contacts?.map((contact) => (contact.id === id ? { ...contact, favorite: shown } : contact)),
    );
  };
  const { mutate } = useMutation({
    // The star has changed already, so the request must survive leaving the page.
    mutationFn: (wanted: boolean) =>
      api.call(endpoints.changeContact, { params: { id }, body: { favorite: wanted } }, { keepalive: true }),
    // Runs one request at a time, so that the last press wins.
    scope: { id: `favorite-${id}` },
    onMutate: async (wanted) => {
      await queryClient.cancelQueries({ queryKey });
      show(wanted);
    },
    onSuccess: (_, wanted) => show(wanted),
    onError: (error, wanted) => {
      show(!wanted);
      toast.error(troubleText(error));
      // The server may have saved the change although its response was lost.
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return { favorite, toggle: () => mutate(!favorite) };
}

type Options = { onDone: () => void };

export function useRename({ id }: Contact, { onDone }: Options) {
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

export function useRemoval({ id, name }: Contact, { onDone }: Options) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(endpoints.removeContact, { params: { id } }),
    onSuccess: () => {
      queryClient.setQueryData(queryKey, (contacts) => contacts?.filter((contact) => contact.id !== id));
      toast.success(`Removed ${name} from your contacts`);
      onDone();
    },
  });
}
