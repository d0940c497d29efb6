import type { User } from '@florin/contract';
import { MailCheck, Pencil } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChangeNameDialog } from './change-name-dialog.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { FormerAddresses } from './former-addresses.tsx';
import { PhoneConfirmation } from './phone-confirmation.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { useProfileForm } from './use-profile-form.ts';
import styles from './profile.module.css';

export function PersonalInformation({ user }: { user: User }) {
  const form = useProfileForm(user);
  const [mailedTo, setMailedTo] = useState<string>();
  const id = useId();
  const { firstField, editButton } = useFocusOfForm(form.isEditing);
  return (
    <section className="ledger" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>Personal Information</h2>
        {form.isEditing ? (
          <span className={styles.headActions} key="editing">
            <Button variant="quiet" size="s" disabled={form.busy} onClick={form.cancel}>
              Cancel
            </Button>
            <Button variant="primary" size="s" type="submit" form={id} busy={form.busy}>
              Save
            </Button>
          </span>
        ) : (
          <Button key="reading" size="s" ref={editButton} onClick={form.edit}>
            <Icon as={Pencil} size={16} />
            Edit
          </Button>
        )}
      </header>
      <ProfileFields id={id} form={form} firstField={firstField} isVerified={user.verified} />
      <PhoneConfirmation user={user} isShown={!form.isEditing} />
      <FormerAddresses email={user.email} />
      {mailedTo !== undefined && mailedTo !== user.email && (
        <Notice icon={MailCheck}>
          <b>Open the link that we mailed to {mailedTo}.</b> Until then, your address stays {user.email}.
        </Notice>
      )}
      {form.newName !== undefined && (
        <ChangeNameDialog
          user={user}
          name={form.newName}
          onClose={form.forgetNewName}
          returnFocusTo={() => editButton.current}
        />
      )}
      {form.newName === undefined && form.newEmail !== undefined && (
        <ChangeEmailDialog
          email={form.newEmail}
          onMailed={(email) => {
            setMailedTo(email);
            form.emailMailed();
          }}
          onKept={form.emailKept}
          onClose={form.forgetNewEmail}
          returnFocusTo={() => editButton.current}
        />
      )}
    </section>
  );
}

/** Moves the focus to the first field when editing starts, and back to the Edit button when it ends. */
function useFocusOfForm(isEditing: boolean) {
  const firstField = useRef<HTMLInputElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    (isEditing ? firstField : editButton).current?.focus();
  }, [isEditing]);
  return { firstField, editButton };
}
