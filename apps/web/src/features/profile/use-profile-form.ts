import { endpoints, type User } from '@florin/contract';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { orInstead } from '../../api/not-offered.ts';
import { refusalCode, refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { useTypedState } from '../../api/use-typed-state.ts';
import { toast } from '../../ui/toast.ts';
import { changeOf, draftOf, otherEmailOf, problemsOf, type ProfileDraft } from './profile-rules.ts';
import { useShowMember } from './use-show-member.ts';

const saved = 'Profile updated successfully!';

/** The address that is asked for, and whether the rest of the form has said that it is saved. */
type NewEmail = { readonly email: string; readonly isSaid: boolean };

/** Without a draft the form is only read. */
type Form = { readonly draft: ProfileDraft | undefined };

type Saving = { change: { name?: string; phone?: string }; of: ProfileDraft };

/** Name and number are saved at once; another address is asked for after, as it has to be confirmed. */
export function useProfileForm(user: User) {
  const show = useShowMember();
  const [{ draft }, setForm] = useTypedState<Form>('profile', { draft: undefined });
  const setDraft = (next: ProfileDraft | undefined) => setForm({ draft: next });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [newEmail, setNewEmail] = useState<NewEmail>();
  const [newName, setNewName] = useState<string>();
  const leave = (isSaid: boolean) => {
    const email = draft && otherEmailOf(user, draft);
    setNewEmail(email === undefined ? undefined : { email, isSaid });
    setDraft(undefined);
  };
  const { run, busy } = useCommand({
    call: async ({ change }: Saving) => {
      const all = await savedOrLocked(user, change);
      if (all !== 'locked') return { changed: all, isSaved: true };
      const { name, ...rest } = change;
      const isSaved = Object.keys(rest).length > 0;
      return { changed: isSaved ? await api.call(endpoints.changeProfile, { body: rest }) : user, isSaved, name };
    },
    onDone: ({ changed, isSaved, name }, { of }) => {
      show(changed);
      if (isSaved) toast.success(saved);
      setNewName(name);
      if (draft === of) leave(isSaved); // else something was typed meanwhile
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
    if (!otherEmailOf(user, draft)) toast.success(saved);
    leave(false);
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
      setForm(({ draft: current }) => ({ draft: current && { ...current, ...part } }));
      setProblems((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))));
    },
    cancel: () => setDraft(undefined),
    save,
    /** The name that takes a new identity check. */
    newName,
    forgetNewName: () => setNewName(undefined),
    /** The address that waits for the password. */
    newEmail: newEmail?.email,
    forgetNewEmail: () => setNewEmail(undefined),
    /** The link is mailed: that is saved, too, and is said unless it was said of name and number. */
    emailMailed: () => {
      if (newEmail?.isSaid === false) toast.success(saved);
    },
    /** Another server mails nothing: the address is the browser's own, as are name and number there. */
    emailKept: (email: string) => {
      show({ ...user, email });
      toast.success(saved);
    },
  };
}

/** Another server saves nothing, and locks no name: both are the browser's own there. */
async function savedOrLocked(user: User, change: Saving['change']): Promise<User | 'locked'> {
  try {
    return await orInstead(api.call(endpoints.changeProfile, { body: change }), () => ({ ...user, ...change }));
  } catch (error) {
    if (refusalCode(error) === 'name_locked') return 'locked';
    throw error;
  }
}
