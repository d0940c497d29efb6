import { PartyCollector, type Bytes, type DateRange, type ListedName, type ListedParty } from '../screening-list.ts';
import { circa, rangeOf, years } from './dates.ts';
import { readXml } from './xml-elements.ts';

type Attributes = Readonly<Record<string, string>>;
type Draft = {
  readonly id: string;
  kind: ListedParty['kind'];
  readonly names: ListedName[];
  readonly births: DateRange[];
  readonly programs: Set<string>;
};

/** Reads the consolidated list of the European Union, version 1.1. The names on this list are attributes. */
export async function readEuList(
  bytes: Bytes,
): Promise<{ readonly parties: readonly ListedParty[]; readonly date: string | null }> {
  const collector = new PartyCollector();
  let date: string | null = null;
  let draft: Draft | null = null;
  const open = (name: string, attributes: Attributes) => {
    if (name === 'export') date = attributes['generationDate']?.slice(0, 10) ?? null;
    else if (name === 'sanctionEntity') draft = draftOf(attributes);
    else if (draft !== null) addTo(draft, name, attributes);
  };
  const close = (name: string) => {
    if (name !== 'sanctionEntity' || draft === null) return;
    const { programs, ...party } = draft;
    collector.add({ ...party, program: [...programs].join(', ') });
    draft = null;
  };
  await readXml(bytes, 'export', { open, close });
  return { parties: collector.parties, date };
}

const draftOf = (attributes: Attributes): Draft => ({
  id: attributes['euReferenceNumber'] || (attributes['logicalId'] ?? ''),
  kind: 'company',
  names: [],
  births: [],
  programs: new Set(),
});

function addTo(draft: Draft, element: string, attributes: Attributes): void {
  if (element === 'subjectType') {
    const isPerson = attributes['code'] === 'person' || attributes['classificationCode'] === 'P';
    draft.kind = isPerson ? 'person' : 'company';
  } else if (element === 'regulation') {
    if (attributes['programme']) draft.programs.add(attributes['programme']);
  } else if (element === 'nameAlias') {
    const text = nameOf(attributes);
    if (text !== '') draft.names.push({ text, weak: attributes['strong'] === 'false' });
  } else if (element === 'birthdate') {
    const birth = birthOf(attributes);
    if (birth) draft.births.push(birth);
  }
}

function nameOf(attributes: Attributes): string {
  const parts = ['firstName', 'middleName', 'lastName'].map((part) => attributes[part]?.trim() ?? '');
  return attributes['wholeName']?.trim() || parts.filter((part) => part !== '').join(' ');
}

function birthOf(attributes: Attributes): DateRange | null {
  const [from, to] = [Number(attributes['yearRangeFrom']), Number(attributes['yearRangeTo'])];
  if (from > 0 && to > 0) return years(from, to);
  const range = rangeOf(attributes['birthdate'] ?? '') ?? rangeOf(attributes['year'] ?? '');
  return range && attributes['circa'] === 'true' ? circa(range) : range;
}
