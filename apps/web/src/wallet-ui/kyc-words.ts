import type { KycForm } from '@florin/contract';
import type { KycStatus } from '../api/read/answers.ts';

/** A part of a verification, as the steps are called that it is entered on. */
export const kycItemName: Record<KycStatus['reasons'][number]['item'], string> = {
  personal: 'Personal Info',
  document: 'ID Document',
  selfie: 'Selfie',
};

export const idTypeName: Record<KycForm['id_type'], string> = {
  passport: 'Passport',
  drivers_license: "Driver's License",
  national_id: 'National ID',
};
