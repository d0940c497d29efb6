import type { Papers } from './scene.ts';

export const leasPapers: Papers = {
  form: {
    first_name: 'Léa',
    last_name: 'Moreau',
    date_of_birth: '1994-05-21',
    street_address: '14 rue des Lilas',
    city: 'Lyon',
    country: 'FR',
    postal_code: '69003',
    id_type: 'national_id',
    id_number: 'D2H6862M2',
  },
  notes: ['The name could not be read from the document.'],
};
export const tomasPapers: Papers = {
  form: {
    first_name: 'Tomás',
    last_name: 'Rivera',
    date_of_birth: '1988-11-02',
    street_address: 'Calle de la Palma 41, 2.º',
    city: 'Madrid',
    country: 'ES',
    postal_code: '28004',
    id_type: 'passport',
    id_number: 'PAB204816',
  },
  notes: ['The selfie and the photo page are less alike than usual.'],
};
