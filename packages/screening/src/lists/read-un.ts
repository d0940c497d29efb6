import { PartyCollector, type Bytes, type DateRange, type ListedName, type ListedParty } from '../screening-list.ts';
import { circa, rangeOf } from './dates.ts';
import { readXml } from './xml-elements.ts';

const nameParts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'] as const;

type Fields = Map<string, string>;

/** Reads the consolidated list of the United Nations Security Council. */
export async function readUnList(
  bytes: Bytes,
): Promise<{ readonly parties: readonly ListedParty[]; readonly date: string | null }> {
  const collector = new PartyCollector();
  let date: string | null = null;
  let party: Fields | null = null;
  let inner: Fields | null = null;
  let aliases: ListedName[] = [];
  let births: DateRange[] = [];
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'CONSOLIDATED_LIST') date = attributes['dateGenerated']?.slice(0, 10) ?? null;
    if (name === 'INDIVIDUAL' || name === 'ENTITY') [party, aliases, births] = [new Map(), [], []];
    else if (isInner(name)) inner = new Map();
  };
  const close = (name: string, text: string) => {
    if (party === null) return;
    if (name === 'INDIVIDUAL' || name === 'ENTITY') {
      collector.add(partyOf(name, party, aliases, births));
      party = null;
    } else if (inner !== null && isInner(name)) {
      const birth = name === 'INDIVIDUAL_DATE_OF_BIRTH' ? birthOf(inner) : null;
      const alias = inner.get('ALIAS_NAME') ?? '';
      if (birth) births.push(birth);
      if (alias !== '') aliases.push({ text: alias, weak: inner.get('QUALITY')?.toLowerCase() === 'low' });
      inner = null;
    } else (inner ?? party).set(name, text);
  };
  await readXml(bytes, 'CONSOLIDATED_LIST', { open, close });
  return { parties: collector.parties, date };
}

const isInner = (name: string): boolean =>
  name === 'INDIVIDUAL_DATE_OF_BIRTH' || name === 'INDIVIDUAL_ALIAS' || name === 'ENTITY_ALIAS';

function partyOf(element: string, fields: Fields, aliases: ListedName[], births: DateRange[]): ListedParty {
  const main = nameParts.map((part) => fields.get(part) ?? '').join(' ');
  const names = [main, fields.get('NAME_ORIGINAL_SCRIPT') ?? ''].map((text) => ({ text: text.trim(), weak: false }));
  return {
    id: fields.get('REFERENCE_NUMBER') || (fields.get('DATAID') ?? ''),
    kind: element === 'INDIVIDUAL' ? 'person' : 'company',
    names: [...names.filter(({ text }) => text !== ''), ...aliases],
    births,
    program: fields.get('UN_LIST_TYPE') ?? '',
  };
}

function birthOf(fields: Fields): DateRange | null {
  const from = rangeOf(fields.get('FROM_YEAR') ?? '');
  const to = rangeOf(fields.get('TO_YEAR') ?? '');
  if (from && to) return { from: from.from, to: to.to };
  const range = rangeOf(fields.get('DATE') ?? '') ?? rangeOf(fields.get('YEAR') ?? '') ?? from ?? to;
  if (range === null) return null;
  return fields.get('TYPE_OF_DATE')?.toUpperCase().startsWith('APPROX') ? circa(range) : range;
}
