/** Writes camt files for tests, piece by piece, so that a file can be larger than memory. */

export type WrittenDetail = {
  readonly cents: bigint;
  readonly name: string;
  readonly account: string;
  readonly text: string;
  readonly end_to_end_id: string;
  readonly bank_reference: string;
};
export type WrittenEntry = {
  /** Positive if the account receives money. */
  readonly booked: string;
  readonly value: string;
  /** One detail is an ordinary entry, several are a batch. */
  readonly details: readonly WrittenDetail[];
};
export type WrittenStatement = {
  readonly account: string;
  readonly sequence: string;
  readonly opening: bigint;
  readonly entries: Iterable<WrittenEntry>;
};
export type CamtVersion = '02' | '08';

/** Yields a camt.053 file in EUR whose statements add up. */
export function* camt053(
  statements: Iterable<WrittenStatement>,
  version: CamtVersion = '08',
  prefix = '',
): Generator<string> {
  const tag = (text: string) => (prefix === '' ? text : text.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`));
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}`;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield tag(`<Document xmlns${prefix === '' ? '' : `:${prefix}`}="${namespace}">\n<BkToCstmrStmt>\n`);
  yield tag('<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-01T06:00:00Z</CreDtTm></GrpHdr>\n');
  for (const statement of statements) for (const piece of statementXml(statement, version)) yield tag(piece);
  yield tag('</BkToCstmrStmt>\n</Document>\n');
}

/** The opening balance is first. The closing balance is last, against the standard, because it is known only then. */
function* statementXml(statement: WrittenStatement, version: CamtVersion): Generator<string> {
  yield `<Stmt><Id>S1</Id><ElctrncSeqNb>${escaped(statement.sequence)}</ElctrncSeqNb>\n`;
  yield `<Acct><Id><IBAN>${escaped(statement.account)}</IBAN></Id><Ccy>EUR</Ccy></Acct>\n`;
  yield balanceXml('OPBD', statement.opening);
  let balance = statement.opening;
  for (const entry of statement.entries) {
    balance += sumOf(entry);
    yield entryXml(entry, version);
  }
  yield balanceXml('CLBD', balance);
  yield '</Stmt>\n';
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
      </RltdPties>
      <RmtInf><Ustrd>${escaped(detail.text)}</Ustrd></RmtInf>
    </TxDtls>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Yields entries with ordinary contents, always the same ones. Each 20th is a batch. */
export function* manyEntries(count: number): Generator<WrittenEntry> {
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
        text: `Invoice ${index}/${detail} of 2026-02-20, customer 4711, RF18539007547034`,
        end_to_end_id: `E2E-${index}-${detail}`,
        bank_reference: `2026022700${index}-${detail}`,
      })),
    };
  }
}
