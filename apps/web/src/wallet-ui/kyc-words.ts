import type { KycForm } from '@florin/contract';
import type { KycStatus } from '../api/read/answers.ts';

/** The parts of a verification, named like the wizard's steps. */
export const kycItemName: Record<KycStatus['reasons'][number]['item'], string> = {
  personal: 'Personal Info',
  document: 'ID Document',
  selfie: 'Selfie',
};

export const idTypeName: Record<KycForm['id_type'], string> = {
  passport: 'Passport',
  drivers_license: 'Driver’s License',
  national_id: 'National ID',
};
