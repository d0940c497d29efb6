import type { Member, PersonalPart } from '../identity/index.ts';
import { readCase } from './case-store.ts';
import { fileView, listFiles, openFile } from './file-store.ts';
import { kycStatus } from './status.ts';
import type { KycDependencies } from './upload-file.ts';

/**
 * Exports a member's verification. Forgetting a member deletes the encrypted data and keeps the outcome of the
 * verification. The destroyed key makes the data unreadable in backups too.
 */
export const personalVerification = (dependencies: KycDependencies): PersonalPart[] => [
  {
    name: 'verification',
    read: async (member) => {
      const { form, verifiedForm, newName } = await readCase(dependencies.vault, dependencies.pool, member.id);
      const { status, submitted_at, decided_at, reasons } = await kycStatus(dependencies, member);
      return {
        status,
        submitted_at,
        decided_at,
        reasons,
        form,
        verified_form: verifiedForm,
        new_name: newName?.name ?? null,
      };
    },
    forget: async (tx, { id }) => {
      await tx.query(
        `update kyc_cases set form = null, notes = null, next_check_at = null, document_digest = null,
                              new_name = null, new_name_at = null, verified_form = null where user_id = $1`,
        [id],
      );
      await tx.query('update kyc_decisions set reasons = null where user_id = $1', [id]);
    },
  },
  {
    name: 'verification_files',
    read: (member) => filesOf(dependencies, member),
    forget: async (tx, { id }) => {
      await tx.query('delete from kyc_files where user_id = $1', [id]);
    },
    /** Deletes the case, because the earlier holder's decisions do not apply to the new holder. */
    handOver: async (tx, { id }) => {
      await tx.query('delete from kyc_decisions where user_id = $1', [id]);
      await tx.query('delete from kyc_cases where user_id = $1', [id]);
    },
  },
];

async function* filesOf({ pool, vault }: KycDependencies, { id }: Member) {
  for (const file of await listFiles(vault, pool, id)) {
    const opened = await openFile(vault, pool, id, file.id);
    if (opened) yield { ...fileView(file), base64: opened.content.toString('base64') };
  }
}
