import type { BusinessDetails } from '@florin/contract';
import { useState } from 'react';

type TextName = Exclude<keyof BusinessDetails, 'form' | 'owners'>;
type Owner = { readonly key: number; readonly name: string; readonly share: string };
type Typed = Readonly<Record<TextName, string>> & {
  readonly form: BusinessDetails['form'];
  readonly owners: readonly Owner[];
};

/** The maximum of the contract. */
export const maxOwners = 20;

export type DetailsForm = ReturnType<typeof useDetailsForm>;

/** Holds the typed details. Errors have the names of the request's fields, such as `owners.0.share`. */
export function useDetailsForm(known?: BusinessDetails) {
  const [typed, setTyped] = useState<Typed>(() => typedOf(known));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);

  const change = (part: Partial<Typed>, ...names: readonly string[]) => {
    setTyped((before) => ({ ...before, ...part }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name) && name !== 'owners')),
    );
  };
  const showErrors = (found: Readonly<Record<string, string>>) => {
    setErrors(found);
    setRefusals((count) => count + 1);
  };
  return {
    typed,
    errors,
    refusals,
    showErrors,
    changeText: (name: TextName, text: string) => change({ [name]: text }, name),
    changeForm: (form: BusinessDetails['form']) => change({ form }, 'form'),
    changeOwner: (at: number, part: Partial<Owner>) =>
      change(
        { owners: typed.owners.map((owner, place) => (place === at ? { ...owner, ...part } : owner)) },
        ...Object.keys(part).map((name) => `owners.${at}.${name}`),
      ),
    addOwner: () => change({ owners: [...typed.owners, { key: nextKey(typed.owners), name: '', share: '' }] }),
    removeOwner: (at: number) => {
      change({ owners: typed.owners.filter((_, place) => place !== at) });
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith('owners'))));
    },
    /** Returns the details, or undefined if errors are shown now. */
    check: (): BusinessDetails | undefined => {
      const found = faultsOf(typed);
      if (Object.keys(found).length === 0) return detailsOf(typed);
      showErrors(found);
      return undefined;
    },
    faults: () => faultsOf(typed),
  };
}

const noText: Readonly<Record<TextName, string>> = {
  country: '',
  street_address: '',
  city: '',
  postal_code: '',
  registration_number: '',
  activity: '',
};

const typedOf = (known: BusinessDetails | undefined): Typed => ({
  ...noText,
  form: 'company',
  ...known,
  owners: (known?.owners ?? [{ name: '', share: undefined }]).map(({ name, share }, key) => ({
    key,
    name,
    share: share === undefined ? '' : String(share),
  })),
});

/** Returns the input of a person: the details without the keys and blanks that the form adds. */
export const typedIn = ({ owners, ...texts }: Typed) => ({
  ...texts,
  owners: owners.flatMap(({ name, share }) => (name || share ? [{ name, share }] : [])),
});

const nextKey = (owners: readonly Owner[]) => Math.max(-1, ...owners.map(({ key }) => key)) + 1;

const detailsOf = ({ owners, ...rest }: Typed): BusinessDetails => ({
  ...rest,
  ...(Object.fromEntries(textNames.map((name) => [name, rest[name].trim()])) as Record<TextName, string>),
  owners: owners.map(({ name, share }) => ({ name: name.trim(), share: Number(share) })),
});

const textNames = Object.keys(noText) as TextName[];

const missing: Readonly<Record<TextName, string>> = {
  country: 'Choose a country.',
  street_address: 'Enter the street address.',
  city: 'Enter the city.',
  postal_code: 'Enter the postal code.',
  registration_number: 'Enter the registration number.',
  activity: 'Say what the business does.',
};

/** Returns a sentence for each invalid field, in the order of the form. */
function faultsOf(typed: Typed): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const name of textNames) if (typed[name].trim() === '') faults[name] = missing[name];
  typed.owners.forEach(({ name, share }, at) => {
    if (name.trim() === '') faults[`owners.${at}.name`] = 'Enter the name.';
    if (!/^(?:[1-9]\d?|100)$/.test(share.trim())) faults[`owners.${at}.share`] = 'Enter 1 to 100.';
  });
  const sum = typed.owners.reduce((total, { share }) => total + Number(share), 0);
  if (sum > 100) faults['owners'] = `The shares add up to ${sum} percent.`;
  return faults;
}
