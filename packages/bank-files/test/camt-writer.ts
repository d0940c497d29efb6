/** Writes camt files for tests, piece by piece, so that a file can be larger than memory. */

export type WrittenDetail = {
  readonly cents: bigint;
  readonly name: string;
  readonly account: string;
  /** The other party's bank: its BIC, the word for a missing BIC, or no text. */
  readonly bank?: string | null;
  readonly text: string;
  readonly end_to_end_id: string;
  readonly bank_reference: string;
};
export type WrittenEntry = {
  /** Positive if the account receives money. */
  readonly booked: string;
  readonly value: string;
  /** One detail is an ordinary entry. Several details are a batch. */
  readonly details: readonly WrittenDetail[];
};
export type WrittenStatement = {
  readonly account: string;
  readonly sequence: string;
  readonly opening: bigint;
  readonly entries: Iterable<WrittenEntry>;
};
export type CamtVersion = '02' | '08';

/** The names of each message, its statements and its balances. A notification has no balances. */
const messages = {
  'camt.052': { message: 'BkToCstmrAcctRpt', statement: 'Rpt', opening: 'OPBD', closing: 'ITBD' },
  'camt.053': { message: 'BkToCstmrStmt', statement: 'Stmt', opening: 'OPBD', closing: 'CLBD' },
  'camt.054': { message: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn', opening: null, closing: null },
} as const;
type CamtFormat = keyof typeof messages;

type CamtForm = {
  readonly format?: CamtFormat;
  readonly version?: CamtVersion;
  readonly prefix?: string;
};

/** Yields a file in EUR with correct sums: by default camt.053. */
export function* camtFile(
  statements: Iterable<WrittenStatement>,
  { format = 'camt.053', version = '08', prefix = '' }: CamtForm = {},
): Generator<string> {
  const tag = (text: string) => (prefix === '' ? text : text.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`));
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${format}.001.${version}`;
  const { message } = messages[format];
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield tag(`<Document xmlns${prefix === '' ? '' : `:${prefix}`}="${namespace}">\n<${message}>\n`);
  yield tag('<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-01T06:00:00Z</CreDtTm></GrpHdr>\n');
  for (const statement of statements) for (const piece of statementXml(statement, format, version)) yield tag(piece);
  yield tag(`</${message}>\n</Document>\n`);
}

/**
 * The opening balance is first. The closing balance is last, contrary to the standard, because the sum is known only
 * then.
 */
function* statementXml(given: WrittenStatement, format: CamtFormat, version: CamtVersion): Generator<string> {
  const { statement, opening, closing } = messages[format];
  yield `<${statement}><Id>S1</Id><ElctrncSeqNb>${escaped(given.sequence)}</ElctrncSeqNb>\n`;
  yield `<Acct><Id><IBAN>${escaped(given.account)}</IBAN></Id><Ccy>EUR</Ccy></Acct>\n`;
  if (opening !== null) yield balanceXml(opening, given.opening);
  let balance = given.opening;
  for (const entry of given.entries) {
    balance += sumOf(entry);
    yield entryXml(entry, version);
  }
  if (closing !== null) yield balanceXml(closing, balance);
  yield `</${statement}>\n`;
}

export const sumOf = ({ details }: WrittenEntry): bigint => details.reduce((sum, { cents }) => sum + cents, 0n);

export const decimalOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const balanceXml = (type: string, cents: bigint): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${moneyXml(cents)}<Dt><Dt>2026-02-28</Dt></Dt></Bal>\n`;

const moneyXml = (cents: bigint): string =>
  `<Amt Ccy="EUR">${decimalOf(cents < 0n ? -cents : cents)}</Amt><CdtDbtInd>${cents < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function entryXml(entry: WrittenEntry, version: CamtVersion): string {
  const status = version === '08' ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>';
  return `<Ntry>
  ${moneyXml(sumOf(entry))}
  ${status}
  <BookgDt><Dt>${entry.booked}</Dt></BookgDt>
  <ValDt><DtTm>${entry.value}T00:00:00+02:00</DtTm></ValDt>
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
  <NtryDtls>
${entry.details.map((detail) => detailXml(detail, version)).join('\n')}
  </NtryDtls>
</Ntry>
`;
}

function detailXml(detail: WrittenDetail, version: CamtVersion): string {
  const role = detail.cents < 0n ? 'Cdtr' : 'Dbtr';
  const name = `<Nm>${escaped(detail.name)}</Nm>`;
  const amount = decimalOf(detail.cents < 0n ? -detail.cents : detail.cents);
  return `    <TxDtls>
      <Refs>
        <AcctSvcrRef>${escaped(detail.bank_reference)}</AcctSvcrRef>
        <EndToEndId>${escaped(detail.end_to_end_id)}</EndToEndId>
      </Refs>
      ${version === '08' ? moneyXml(detail.cents) : `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`}
      <RltdPties>
        <${role}>${version === '08' ? `<Pty>${name}</Pty>` : name}</${role}>
        <${role}Acct><Id><IBAN>${escaped(detail.account)}</IBAN></Id></${role}Acct>
      </RltdPties>${agentXml(`${role}Agt`, detail.bank ?? null, version)}
      <RmtInf><Ustrd>${escaped(detail.text)}</Ustrd></RmtInf>
    </TxDtls>`;
}

function agentXml(name: string, bank: string | null, version: CamtVersion): string {
  if (bank === null) return '';
  const bic = version === '08' ? 'BICFI' : 'BIC';
  const id = bank === 'NOTPROVIDED' ? `<Othr><Id>${bank}</Id></Othr>` : `<${bic}>${bank}</${bic}>`;
  return `<RltdAgts><${name}><FinInstnId>${id}</FinInstnId></${name}></RltdAgts>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Yields entries with ordinary, reproducible contents. Every 20th entry is a batch. */
export function* manyEntries(count: number, more = ''): Generator<WrittenEntry> {
  for (let index = 0; index < count; index += 1) {
    const size = index % 20 === 19 ? 5 : 1;
    const sign = index % 3 === 0 ? -1n : 1n;
    yield {
      booked: '2026-02-27',
      value: '2026-02-28',
      details: Array.from({ length: size }, (_, detail) => ({
        cents: sign * BigInt(100 + ((index * 7919 + detail) % 1_000_000)),
        name: `Müller & Söhne Handelsgesellschaft ${index}`,
        account: `DE${String(10_000_000_000_000_000_000n + BigInt(index)).slice(0, 20)}`,
        text: `Invoice ${index}/${detail} of 2026-02-20, customer 4711, RF18539007547034${more}`,
        end_to_end_id: `E2E-${index}-${detail}`,
        bank_reference: `2026022700${index}-${detail}`,
      })),
    };
  }
}
