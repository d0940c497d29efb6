import fc from 'fast-check';
import { expect, test } from 'vitest';
import { camt053, entry, account, statement } from '../../test/camt-text.ts';
import { mutated, randomFrom } from '../../test/mutations.ts';
import { BankFileError } from '../bank-file.ts';
import { XmlParser } from './xml-parser.ts';

/** Returns the events that a handler gets, with texts joined. An error comes last. */
function eventsOf(pieces: readonly string[], startsPlain: boolean): readonly unknown[] {
  const events: unknown[] = [];
  let text = '';
  const add = (event: unknown) => {
    if (text !== '') events.push(text);
    text = '';
    events.push(event);
  };
  const parser = new XmlParser(
    {
      open: (name, attributes) => add([name, { ...attributes }]),
      close: (name) => add(`/${name}`),
      text: (more) => void (text += more),
    },
    (warning) => add({ warning }),
    { startsPlain },
  );
  try {
    for (const piece of pieces) parser.write(piece);
    parser.end();
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    add({ error: error.message });
  }
  return events;
}

function expectSame(xml: string, size = 7): void {
  const pieces = Array.from({ length: Math.ceil(xml.length / size) }, (_, i) => xml.slice(i * size, (i + 1) * size));
  expect(withoutEarlyText(eventsOf(pieces, true))).toEqual(withoutEarlyText(eventsOf(pieces, false)));
}

/** For a text with an error, the whole parser only sometimes emits the start of the text or a warning. */
const withoutEarlyText = (events: readonly unknown[]) => {
  const last = events.at(-1);
  const isError = typeof last === 'object' && last !== null && 'error' in last;
  const kept = events.filter((event) => !(typeof event === 'object' && event !== null && 'warning' in event));
  return isError ? [...kept.slice(0, -1).filter((event) => typeof event !== 'string'), last] : joined(kept);
};

function joined(events: readonly unknown[]): readonly unknown[] {
  const all: unknown[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (isText(event) && isText(last)) all[all.length - 1] = last + event;
    else all.push(event);
  }
  return all;
}

const isText = (event: unknown): event is string => typeof event === 'string' && !event.startsWith('/');

const file = `<?xml version="1.0" encoding='UTF-8'?>\r\n${camt053(
  statement(`${account}\n\t${entry('1', '<AddtlNtryInf>M&amp;S ]] > é 😀 &lt;b&gt;</AddtlNtryInf>')}`),
).replaceAll('><', '>\n <')}\n`;

test.each([
  file,
  file.replaceAll('\n', '\r\n'),
  file.replaceAll('\n', '\r'),
  file.replace('1.0', '1.1'),
  file.replace('<GrpHdr/>', '<!-- text --><GrpHdr a="1" b = \'2\' />'),
  file.replace('<GrpHdr/>', '<GrpHdr a="1" a="2"/>'),
  file.replace('<GrpHdr/>', '<GrpHdr a="1"b="2"/>'),
  file.replace('<GrpHdr/>', '<GrpHdr a=">&#65;\n\t"/>'),
  file.replace('<GrpHdr/>', '<![CDATA[<a>]]>'),
  file.replace('<GrpHdr/>', '<x:GrpHdr></x:GrpHdr >'),
  file.replace('<GrpHdr/>', '<x:GrpHdr></y:GrpHdr>'),
  file.replace('<GrpHdr/>', '<GrpHdr ></GrpHdrs>'),
  file.replace('<GrpHdr/>', '< GrpHdr/>'),
  file.replace('<GrpHdr/>', '<é/>'),
  file.replace('<GrpHdr/>', '</>'),
  file.replace('M&amp;S', 'M&S'),
  file.replace('M&amp;S', 'M&toString;S'),
  file.replace('M&amp;S', 'M&#x41;&auml;S'),
  file.replace('M&amp;S', 'M]]>S]]&gt;'),
  `${file}<!-- text -->\n`,
  `${file}text`,
  `${file}<a/>`,
  `${file}${file}`,
  ` ${file}`,
  `text${file}`,
  `<?xml version="1.0"?><?xml version="1.0"?><a/>`,
  `<?xml version="1.0"?>\n<?other?>\n<a/>`,
  '<a/>',
  '<a>',
  '<',
  '<?xml version="1.0"?>',
  '&amp;<a/>',
  '<a>\0</a>\0',
])('gives the same as a whole parser: %j', (xml) => {
  expectSame(xml);
  expectSame(xml, 1);
  expectSame(xml, 1_000_000);
});

test('gives the same result as a complete parser for 5,000 damaged files in pieces of any size', () => {
  const random = randomFrom(20_261_130);
  for (let index = 0; index < 5_000; index++)
    // Decoded bytes have no half characters.
    expectSame(mutated(file, random).slice(0, 20_000).toWellFormed(), 1 + random(400));
});

test('gives the same result as a complete parser for any mixture of markup', () => {
  const part = fc.constantFrom(
    '<a>',
    '</a>',
    '<a/>',
    '<b c="d">',
    '</b>',
    '</b >',
    "<a c='&lt;'>",
    'text',
    ' ',
    '\n',
    '\r',
    '&amp;',
    '&',
    ';',
    ']]>',
    '<!--x-->',
    '<?x y?>',
    '<![CDATA[x]]>',
    '<',
    '>',
    '"',
  );
  const mixture = fc.array(part, { maxLength: 12 }).map((parts) => `<a>${parts.join('')}</a>`);
  fc.assert(
    fc.property(mixture, fc.integer({ min: 1, max: 20 }), (xml, size) => expectSame(xml, size)),
    { numRuns: 3_000 },
  );
});
