import { endpoints, type User } from '@florin/contract';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { orFallback } from '../../api/not-offered.ts';
import { refusalCode, refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { useTypedState } from '../../api/use-typed-state.ts';
import { toast } from '../../ui/toast.ts';
import { changeOf, draftOf, newEmailOf, problemsOf, type ProfileDraft } from './profile-rules.ts';
import { useShowMember } from './use-show-member.ts';

const saved = 'Profile updated successfully!';

/** The requested email address, and whether the success toast was already shown for the other fields. */
type NewEmail = { readonly email: string; readonly isToastShown: boolean };

/** The form is read-only without a draft. */
type Form = { readonly draft: ProfileDraft | undefined };

type Saving = { change: { name?: string; phone?: string }; of: ProfileDraft };

/** Saves name and phone number, then starts the email change. The member must confirm the new email. */
export function useProfileForm(user: User) {
  const show = useShowMember();
  const [{ draft }, setForm] = useTypedState<Form>('profile', { draft: undefined });
  const setDraft = (next: ProfileDraft | undefined) => setForm({ draft: next });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [newEmail, setNewEmail] = useState<NewEmail>();
  const [newName, setNewName] = useState<string>();
  const leave = (isToastShown: boolean) => {
    const email = draft && newEmailOf(user, draft);
    setNewEmail(email === undefined ? undefined : { email, isToastShown });
    setDraft(undefined);
  };
  const { run, busy } = useCommand({
    call: async ({ change }: Saving) => {
      const result = await saveOrLocked(user, change);
      if (result !== 'locked') return { changed: result, isSaved: true };
      const { name, ...rest } = change;
      const isSaved = Object.keys(rest).length > 0;
      return { changed: isSaved ? await api.call(endpoints.changeProfile, { body: rest }) : user, isSaved, name };
    },
    onDone: ({ changed, isSaved, name }, { of }) => {
      show(changed);
      if (isSaved) toast.success(saved);
      setNewName(name);
      if (draft === of) leave(isSaved); // Otherwise the member has typed more since; keep the form open.
    },
    onFailed: (error) => {
      setProblems(refusalFields(error));
      toast.error(refusalText(error, 'Failed to update the profile'));
    },
  });
  const save = () => {
    if (!draft) return;
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const change = changeOf(user, draft);
    if (change) return run({ change, of: draft });
    if (!newEmailOf(user, draft)) toast.success(saved);
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
    /** The requested name, which needs a new identity check. */
    newName,
    forgetNewName: () => setNewName(undefined),
    /** The requested email address, which needs the password. */
    newEmail: newEmail?.email,
    forgetNewEmail: () => setNewEmail(undefined),
    /**
     * Shows the success toast after the server has mailed the link, unless the save of name or phone already showed the
     * toast.
     */
    emailMailed: () => {
      if (newEmail?.isToastShown === false) toast.success(saved);
    },
    /** Stores the new email in the browser, for a server that cannot change emails. */
    emailKept: (email: string) => {
      show({ ...user, email });
      toast.success(saved);
    },
  };
}

/** Saves the change, in the browser if the server has no such endpoint. Returns `locked` for a verified name. */
async function saveOrLocked(user: User, change: Saving['change']): Promise<User | 'locked'> {
  try {
    return await orFallback(api.call(endpoints.changeProfile, { body: change }), () => ({ ...user, ...change }));
  } catch (error) {
    if (refusalCode(error) === 'name_locked') return 'locked';
    throw error;
  }
}
