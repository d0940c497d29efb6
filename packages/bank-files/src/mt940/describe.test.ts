import { expect, test } from 'vitest';
import { onlyLine } from '../../test/read-text.ts';

/** Reads one movement with a description. */
function lineWith(description: readonly string[], { entry = 'C12,50NTRFNONREF', bank = 'TESTDEFF' } = {}) {
  return onlyLine(
    [
      `{1:F01${bank}XXXX0000000000}{2:I940${bank}XXXXN}{4:`,
      ':20:X',
      ':25:DE02120300000000202051',
      ':60F:C240429EUR0,',
      `:61:2404300430${entry}`,
      ...(description.length > 0 ? [`:86:${description[0]}`, ...description.slice(1)] : []),
      ':62F:C240430EUR12,50',
      '-}',
    ].join('\r\n'),
  );
}

test('reads numbered subfields with SEPA keywords', () => {
  expect(
    lineWith(
      [
        '166?00GUTSCHRIFT?100004770?20EREF+A1.200080779.400143254?21.4961336 ',
        'KREF+SEPA-DA202404?2201-34972000-P1 MREF+M-1 CRED+D?23E41EON00000129793 SVWZ+Depo',
        'sit?24 rf18 5390 0754 7034?30AARBDE5W250?31DE99123456771234567888?32',
        'WOHNUNGSBAU NORD UND PARTNE?33R GMBH?34000',
      ],
      {},
    ),
  ).toMatchObject({
    counterparty: 'WOHNUNGSBAU NORD UND PARTNER GMBH',
    counterparty_account: 'DE99123456771234567888',
    end_to_end_id: 'A1.200080779.400143254.4961336',
    batch_id: 'SEPA-DA20240401-34972000-P1',
    remittance: 'Deposit rf18 5390 0754 7034',
    payment_reference: 'RF18539007547034',
    return_reason: null,
    code: 'NTRF-166',
  });
});

test.each(['', '?30', '?30NOTPROVIDED'])('reads a payment whose bank is given as "%s" like one with a BIC', (bank) => {
  const description = (own: string) => [`166?00X?20SVWZ+Rent${own}?31DE99123456771234567888?32JANE ROE`];
  const expected = { counterparty: 'JANE ROE', counterparty_account: 'DE99123456771234567888', remittance: 'Rent' };
  expect(lineWith(description(bank))).toMatchObject(expected);
  expect(lineWith(description(bank))).toEqual(lineWith(description('?30COBADEFFXXX')));
});

test.each([
  ['?', ['166?00X?20SVWZ+Rent?32JANE ROE?31DE99123456771234567888']],
  ['>', ['166>00X>20SVWZ+Rent>32JANE ROE>31DE99123456771234567888']],
  ['^', ['166^00X^20SVWZ+Rent^32JANE ROE^31DE99123456771234567888']],
  ['~', ['166~00X~20Rent~32JANE ROE~38DE99123456771234567888']],
  ['<', [' 166<00X<20Rent<32JANE ROE<31DE99123456771234567888']],
  ['#', ['166#00X#20SVWZ+Rent#32JANE ROE#31DE99123456771234567888']],
  ['a separator at the end of the line', ['166?00X?20SVWZ+Rent?', '32JANE R', 'OE?31DE991234567', '71234567888']],
])('reads MT940 subfields with %s', (_, description) => {
  expect(lineWith(description)).toMatchObject({
    counterparty: 'JANE ROE',
    counterparty_account: 'DE99123456771234567888',
    remittance: 'Rent',
    code: 'NTRF-166',
  });
});

test('finds a reference that is split by a line and by a subfield', () => {
  const { payment_reference } = lineWith(['166?00X?20SVWZ+Account top-up RF185?2139007', '547034 thanks?32JANE ROE']);
  expect(payment_reference).toBe('RF18539007547034');
});

test('keeps the words of short subfields apart', () => {
  expect(lineWith(['166?20RF18539007547034?21Thank you?32JANE?33ROE'])).toMatchObject({
    remittance: 'RF18539007547034 Thank you',
    payment_reference: 'RF18539007547034',
    counterparty: 'JANE ROE',
  });
});

test('ends an id at the end of a short subfield', () => {
  expect(lineWith(['166?20EREF+INV 7?21Rent for May'])).toMatchObject({
    end_to_end_id: 'INV 7',
    remittance: 'Rent for May',
  });
});

test('reads keywords with a colon, as cooperative banks append them', () => {
  expect(
    lineWith(['166?20SVWZ+Concert, two seats ERE?21F: ZV01002841 IBAN: DE40500?22105175674975588 BIC: HEISDE?2366']),
  ).toMatchObject({
    remittance: 'Concert, two seats',
    end_to_end_id: 'ZV01002841',
    counterparty_account: 'DE40500105175674975588',
  });
});

test.each(['EREF+NOTPROVIDED', 'EREF+NONREF'])('reads no end-to-end id from %s, whatever field 61 says', (keyword) => {
  expect(lineWith([`166?20${keyword}?21SVWZ+Rent`], { entry: 'D1,00NTRFINV-7' }).end_to_end_id).toBeNull();
});

test("takes the owner's reference of field 61 if there is no other end-to-end id", () => {
  expect(lineWith(['Rent'], { entry: 'D1,00NTRFINV-7//B' })).toMatchObject({
    end_to_end_id: 'INV-7',
    bank_reference: 'B',
  });
});

test('names the ultimate party only if there is no other name', () => {
  expect(lineWith(['106?20SVWZ+Fuel?21ABWA+Station 7?32OIL AG']).counterparty).toBe('OIL AG');
  expect(lineWith(['106?20SVWZ+Fuel?21ABWA+Station 7']).counterparty).toBe('Station 7');
});

test.each([
  ['109?00RETOURE?20SVWZ+X?34903', 'AC06'],
  ['159?00RETOURE?20EREF+P-1?21SVWZ+RUECKGABEGRUND: AC01 IBAN?34000', 'AC01'],
  ['108?00RETOURE?20SVWZ+SONSTIGE GRUENDE ENDABRECHNUNG', 'SONSTIGE GRUENDE'],
  ['159?00SEPA-RETOURE?20SVWZ+see letter?34914', 'SEPA-RETOURE'],
  ['166?00GUTSCHRIFT?20SVWZ+RETURN/AC04/ACCOUNT CLOSED', 'AC04'],
  ['166?00GUTSCHRIFT?20SVWZ+Retoure meiner Hose', null],
])('finds the reason of the return %s', (description, reason) => {
  const line = lineWith([description]);
  expect([line.return_reason, line.reversal]).toEqual([reason, false]);
});

test.each([
  [
    'Rabobank',
    ['/EREF/30-04-2024 12:00 0030000987654321/BENM//NAME/RED FOX HOLDIN', 'G BV/REMI/Invoice 12/34/ISDT/2024-04-30'],
    'D25,00N102EREF            \r\nNL70ABNA0987654321',
    {
      counterparty: 'RED FOX HOLDING BV',
      counterparty_account: 'NL70ABNA0987654321',
      end_to_end_id: '30-04-2024 12:00 0030000987654321',
      remittance: 'Invoice 12/34',
    },
  ],
  [
    'ABN AMRO',
    [
      '/TRTP/SEPA OVERBOEKING/IBAN/NL70ABNA0987654321/BIC/ABNANL2A/NAME/',
      'RED FOX/REMI/RF18539007547034/EREF/NOTPROVIDED',
    ],
    'C25,00N196NONREF',
    {
      counterparty: 'RED FOX',
      counterparty_account: 'NL70ABNA0987654321',
      end_to_end_id: null,
      payment_reference: 'RF18539007547034',
    },
  ],
  [
    'ING',
    ['/EREF/P-17//CNTP/NL32INGB0000012345/INGBNL2A/RED FOX BV/AMSTERDAM/', '//REMI/USTD//Invoice 12//RTRN/AC04//'],
    'C25,00NTRFEREF//B-9',
    {
      counterparty: 'RED FOX BV',
      counterparty_account: 'NL32INGB0000012345',
      end_to_end_id: 'P-17',
      remittance: 'Invoice 12',
      return_reason: 'AC04',
    },
  ],
  [
    'a bank with a structured reference',
    ['/EREF/P-17//CNTP/NL32INGB0000012345/INGBNL2A/RED FOX BV///REMI/STRD/ISO/RF18539007547034/'],
    'C25,00NTRFEREF',
    { counterparty: 'RED FOX BV', remittance: 'RF18539007547034', payment_reference: 'RF18539007547034' },
  ],
  [
    'a bank that names both parties of a credit',
    ['/ORDP//NAME/JANE ROE/BENM//NAME/FLORIN/REMI/Top-up'],
    'C25,00NTRFNONREF',
    { counterparty: 'JANE ROE', remittance: 'Top-up' },
  ],
  [
    'a bank that names both parties of a debit',
    ['/ORDP//NAME/FLORIN/BENM//NAME/JANE ROE/ULTC//NAME/JOHN ROE/REMI/Payout'],
    'D25,00NTRFNONREF',
    { counterparty: 'JANE ROE', remittance: 'Payout' },
  ],
])('reads codes between slashes of %s', (_, description, entry, expected) => {
  expect(lineWith(description, { entry })).toMatchObject(expected);
});

test.each([
  [
    'Knab',
    ['INVOICE 12, 13', 'REK: NL65INGB0001234567/NAAM: RED FOX'],
    { counterparty: 'RED FOX', counterparty_account: 'NL65INGB0001234567', remittance: 'INVOICE 12, 13' },
  ],
  [
    'ABN AMRO with labels',
    [
      'SEPA Overboeking                 IBAN: NL70ABNA0987654321         ',
      'BIC: ABNANL2A                    Naam: RED FOX BV',
      'Omschrijving: Invoice 12         Kenmerk: P-17',
    ],
    {
      counterparty: 'RED FOX BV',
      counterparty_account: 'NL70ABNA0987654321',
      remittance: 'Invoice 12',
      end_to_end_id: 'P-17',
    },
  ],
  [
    'ABN AMRO with GIRO',
    ['GIRO   428428 RED FOX TV         INVOICE 12', 'WITH TAX'],
    { counterparty: 'RED FOX TV', counterparty_account: '428428', remittance: 'INVOICE 12 WITH TAX' },
  ],
  [
    'ABN AMRO with an account',
    ['52.89.39.882                    RED FOX SHOP'],
    { counterparty: 'RED FOX SHOP', counterparty_account: '528939882', remittance: null },
  ],
  [
    'ABN AMRO with a card',
    ['BEA   NR:ABC1234   30.04.24/12.54 RED FOX FIL25,PAS999'],
    { counterparty: 'RED FOX FIL25' },
  ],
  [
    'PostFinance',
    ['GIRO AUS ONLINE-SIC 80532 AUFTRAGGEBER: JANE ROE, HAUPTSTRASSE 7', ' 240430CH98765432 MITTEILUNGEN: MIETE MAI'],
    { counterparty: 'JANE ROE, HAUPTSTRASSE 7', remittance: 'MIETE MAI' },
  ],
  [
    'mBank',
    [
      '911 TRANSAKCJA; ID IPH: 1; Z RACH.: ',
      '61109010140000071219812874; OD: JAN NOWAK  ',
      'UL. DLUGA 1; TYT.: CZYNSZ   ; ',
      'TNR: 179171073864111.010001',
    ],
    { counterparty: 'JAN NOWAK', counterparty_account: '61109010140000071219812874', remittance: 'CZYNSZ' },
  ],
  [
    'a bank without a dialect',
    ['Rent for May', 'and June'],
    { counterparty: null, remittance: 'Rent for May and June' },
  ],
  [
    'a bank with full lines',
    ['A text of 65 characters that ends in the middle of a word, like th', 'is'],
    { remittance: 'A text of 65 characters that ends in the middle of a word, like this' },
  ],
])('reads the free text of %s', (_, description, expected) => {
  expect(lineWith(description)).toMatchObject(expected);
});

test('joins full lines of free text without a blank', () => {
  const full = `${'x'.repeat(50)} RF185390075470`.slice(0, 65);
  expect(lineWith([full, '34 thanks'])).toMatchObject({ payment_reference: 'RF18539007547034' });
});

test('reads the account and the name that SNS copies from field 61', () => {
  expect(
    lineWith(['NL47INGB0009999999 roe j', ' '.repeat(65), 'Rent'], {
      entry: 'D20,00NOVBNL47INGB0009999999\r\nroe j',
      bank: 'SNSBNL2A',
    }),
  ).toMatchObject({
    counterparty: 'roe j',
    counterparty_account: 'NL47INGB0009999999',
    remittance: 'Rent',
    end_to_end_id: null,
  });
});

test('reads the leading account only of old descriptions of ING', () => {
  const description = ['0111111111 RED FOX EXPRESS'];
  expect(lineWith(description, { bank: 'INGBNL2A' }).counterparty_account).toBe('0111111111');
  expect(lineWith(description).counterparty_account).toBeNull();
});

test("reads Triodos' other account in subfield 10", () => {
  expect(lineWith(['000>100987654321', '>20RENT OF THE OFFICE AND OF T>21HE SHOP>310390123456'])).toMatchObject({
    counterparty_account: '0987654321',
    remittance: 'RENT OF THE OFFICE AND OF THE SHOP',
  });
});

test('reads numbered lines of field NS', () => {
  const line = lineWith([], { entry: 'D20,00S   X\r\n:NS:01Rent\r\n02May\r\n15RED\r\n16FOX\r\n340001234567\r\n' });
  expect(line).toMatchObject({ counterparty: 'RED FOX', counterparty_account: '0001234567', remittance: 'Rent May' });
});

test('takes the second line of field 61 as the text if there is no field 86', () => {
  expect(lineWith([], { entry: 'D20,00NCHGNONREF\r\nQUARTERLY FEE' }).remittance).toBe('QUARTERLY FEE');
  expect(lineWith([], { entry: 'D20,00NCHGNONREF\r\n/OCMT/USD21,/' }).remittance).toBeNull();
});
