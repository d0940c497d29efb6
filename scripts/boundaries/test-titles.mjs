/**
 * Words that continue a subject. A title that begins with such a word has its subject only in the surrounding
 * `describe`.
 */
const continues = /^(?:is|are|was|were|has|have|can|cannot|may|must|needs?|it|its|they|of|that|whose|which)\s/;

/** Returns the titles of tests that do not stand alone. Reports quote titles without their `describe`. */
export const dependentTitles = (source) =>
  Array.from(source.matchAll(/(?:\btest(?:\.(?!step\b)\w+)*|\))\(\s*(['"`])(.*?)\1,/g), ([, , title]) => title).filter(
    (title) => continues.test(title),
  );
