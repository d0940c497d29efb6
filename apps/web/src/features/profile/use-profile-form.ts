import { endpoints, type User } from '@florin/contract';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';
import { changeOf, draftOf, otherEmailOf, problemsOf, type ProfileDraft } from './profile-rules.ts';
import { useShowMember } from './use-show-member.ts';

type Saving = { change: { name?: string; phone?: string }; of: ProfileDraft };

/** Name and number are saved at once; another address is asked for after, as it has to be confirmed. */
export function useProfileForm(user: User) {
  const show = useShowMember();
  const [draft, setDraft] = useState<ProfileDraft>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [newEmail, setNewEmail] = useState<string>();
  const leave = () => {
    setNewEmail(draft && otherEmailOf(user, draft));
    setDraft(undefined);
  };
  const { run, busy } = useCommand({
    call: ({ change }: Saving) => api.call(endpoints.changeProfile, { body: change }),
    onDone: (changed, { of }) => {
      show(changed);
      toast.success('Profile updated successfully!');
      if (draft === of) leave(); // else something was typed meanwhile
    },
    onFailed: (refused) => {
      setProblems(refusalFields(refused));
      toast.error(refusalText(refused, 'Failed to update the profile'));
    },
  });
  const save = () => {
    if (!draft) return;
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const change = changeOf(user, draft);
    if (change) return run({ change, of: draft });
    if (!otherEmailOf(user, draft)) toast.success('Profile updated successfully!');
    leave();
  };
  return {
    isEditing: draft !== undefined,
    fields: draft ?? draftOf(user),
    problems,
    busy,
    edit: () => {
      setProblems({});
      setDraft(draftOf(user));
    },
    change: (part: Partial<ProfileDraft>) => {
      setDraft((current) => current && { ...current, ...part });
      setProblems((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))));
    },
    cancel: () => setDraft(undefined),
    save,
    /** The address that waits for the password. */
    newEmail,
    forgetNewEmail: () => setNewEmail(undefined),
  };
}
