import type { Random } from './random.ts';

/**
 * Given names that are frequent on published lists. Family names are invented, so no ordinary person has such a name.
 */
const given =
  `Muhammad Ahmad Ali Hasan Husayn Abdallah Khalid Ibrahim Mahmud Mustafa Yusuf Umar Said Salih Hamid Abd-al-Rahman
  Aleksandr Sergey Dmitriy Vladimir Andrey Aleksey Igor Yuriy Viktor Oleg Nikolay Mikhail Yevgeniy Anatoliy Tatyana Olga
  Jose Juan Carlos Luis Jorge Miguel Jesus Pedro Rafael Maria Jong-Chol Song-Il Yong-Ho Myong-Su Chol-Min
  Reza Mehdi Hossein Javad Masoud Jean Pierre Laurent Emmanuel Zoran Dragan Milan Goran`.split(/\s+/);

const styles = [
  { onsets: 'b d f gh h j k kh l m n q r s sh t w z', vowels: 'a i u a i', ends: 'ri wi ni d r m n b di fi li' },
  {
    onsets: 'b d g k l m n p r s t v z sh zh ch',
    vowels: 'a o e u i',
    ends: 'nov rov tsev lenko dze yan chuk kin sky rin',
  },
  { onsets: 'b c d f g l m n p r s t v z', vowels: 'a e o i', ends: 'rez llo ndo nes ro da rra lez ña cio' },
  { onsets: 'b d g k l m n nd mb r s t z', vowels: 'a e i o u', ends: 'ba ngo ku mba ra ye nga la to ndi' },
].map(({ onsets, vowels, ends }) => ({
  onsets: onsets.split(' '),
  vowels: vowels.split(' '),
  ends: ends.split(' '),
}));

function inventedFamilyName(random: Random): string {
  const { onsets, vowels, ends } = random.pick(styles);
  const syllables = Array.from(
    { length: 1 + random.below(2) + random.below(2) },
    () => random.pick(onsets) + random.pick(vowels),
  );
  return syllables.join('') + random.pick(ends);
}

/** Returns names in the form of the published lists: family names first, in capital letters. */
export function inventedList(count: number, random: Random): readonly string[] {
  return Array.from({ length: count }, () => {
    const families = Array.from({ length: random.isOneIn(3) ? 2 : 1 }, () => inventedFamilyName(random).toUpperCase());
    const firsts = Array.from({ length: 1 + random.below(2) }, () => random.pick(given));
    return `${random.isOneIn(4) ? 'AL-' : ''}${families.join(' ')}, ${firsts.join(' ')}`;
  });
}
