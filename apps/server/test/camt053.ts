/** Statements in tests, as camt.053.001.08. */
export type GivenLine = {
  /** Signed, such as `-12.50`. */
  readonly amount: string;
  readonly day: string;
  readonly payer?: string;
  readonly text?: string;
  /** The bank's reference. */
  readonly id?: string;
  readonly code?: string;
  /** `NOTPROVIDED` by default. */
  readonly endToEnd?: string;
  /** The id of the entry's payment batch (PmtInfId). */
  readonly batchId?: string;
  /** The payments of a batch. */
  readonly parts?: readonly {
    readonly amount: string;
    readonly payer: string;
    readonly text: string;
    readonly id: string;
    readonly endToEnd?: string;
  }[];
  /** The reason of a return, such as `AC04`. Empty if the bank does not state the reason. */
  readonly returned?: string;
  /** The bank's charge within the amount. */
  readonly charge?: string;
  /** The bank reverses an earlier line. */
  readonly reversal?: true;
  /** The payer's account, empty if the bank does not name it. */
  readonly payerAccount?: string;
};

export type GivenStatement = {
  readonly iban: string;
  readonly currency: string;
  readonly opening?: string;
  readonly closing?: string;
  readonly from?: string;
  readonly to?: string;
  readonly sequence?: string;
  readonly lines?: readonly GivenLine[];
};

export const camt053 = (statements: readonly GivenStatement[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>TEST</MsgId><CreDtTm>2026-11-21T06:00:00Z</CreDtTm></GrpHdr>
${statements.map(statementXml).join('\n')}
</BkToCstmrStmt></Document>`;

const statementXml = ({ iban, currency, opening, closing, from, to, sequence, lines = [] }: GivenStatement) => `<Stmt>
<Id>S</Id>${sequence === undefined ? '' : `<ElctrncSeqNb>${sequence}</ElctrncSeqNb>`}
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening, currency, from ?? '2026-11-20')}
${balance('CLBD', closing, currency, to ?? '2026-11-20')}
${lines.map((line) => entryXml(line, currency)).join('\n')}
</Stmt>`;

const balance = (type: string, amount: string | undefined, currency: string, day: string) =>
  amount === undefined
    ? ''
    : `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amountXml(amount, currency)}<Dt><Dt>${day}</Dt></Dt></Bal>`;

const amountXml = (amount: string, currency: string) =>
  `<Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function entryXml(line: GivenLine, currency: string): string {
  if (line.parts) return batchXml(line, currency);
  const { amount, day, payer, text, id, code, endToEnd, batchId, returned, reversal, payerAccount, charge } = line;
  const isDebit = amount.startsWith('-');
  const [party, own] = isDebit ? ['Cdtr', 'CdtrAcct'] : ['Dbtr', 'DbtrAcct'];
  return `<Ntry>${amountXml(amount, currency)}${reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
<ValDt><Dt>${day}</Dt></ValDt>${id === undefined ? '' : `<AcctSvcrRef>${id}</AcctSvcrRef>`}
<BkTxCd><Prtry><Cd>${code ?? 'TRF'}</Cd></Prtry></BkTxCd><NtryDtls>${batchId === undefined ? '' : `<Btch><PmtInfId>${batchId}</PmtInfId></Btch>`}<TxDtls><Refs><EndToEndId>${endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>
${charge === undefined ? '' : `<Chrgs><Rcrd>${amountXml(`-${charge}`, currency)}<ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>`}
${payer === undefined ? '' : `<RltdPties><${party}><Pty><Nm>${payer}</Nm></Pty></${party}>${payerAccount === '' ? '' : `<${own}><Id><IBAN>${payerAccount ?? 'NL91ABNA0417164300'}</IBAN></Id></${own}>`}</RltdPties>`}
${text === undefined ? '' : `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`}${returned === undefined ? '' : returnXml(returned)}</TxDtls></NtryDtls></Ntry>`;
}

const returnXml = (code: string) =>
  `<RtrInf>${code === '' ? '<Orgtr><Nm>Their Bank</Nm></Orgtr>' : `<Rsn><Cd>${code}</Cd></Rsn>`}</RtrInf>`;

const batchXml = ({ amount, day, id, parts = [] }: GivenLine, currency: string) =>
  `<Ntry>${amountXml(amount, currency)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
<ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls>${parts
    .map(
      (
        part,
      ) => `<TxDtls><Refs><AcctSvcrRef>${part.id}</AcctSvcrRef><EndToEndId>${part.endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>${amountXml(part.amount, currency)}
<RltdPties><Dbtr><Pty><Nm>${part.payer}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${part.text}</Ustrd></RmtInf></TxDtls>`,
    )
    .join('')}</NtryDtls></Ntry>`;

/** A statement of the sandbox's account in euros, with a transfer that names no member. */
export const statementWithTransfer = camt053([
  {
    iban: 'DE75512108001245126199',
    currency: 'EUR',
    lines: [{ amount: '12.00', day: '2026-11-20', id: 'T1', text: 'no reference' }],
  },
]);

/** The same account, with a transfer that names its payer. */
export const statementWithPayer = camt053([
  {
    iban: 'DE75512108001245126199',
    currency: 'EUR',
    lines: [{ amount: '13.00', day: '2026-11-20', id: 'T2', text: 'no reference', payer: 'Piet de Vries' }],
  },
]);

/** The same account, with money of the institution's owners. */
export const statementOfOwner = camt053([
  {
    iban: 'DE75512108001245126199',
    currency: 'EUR',
    lines: [{ amount: '14.00', day: '2026-11-20', id: 'T4', text: 'capital', payer: 'Florin Holding Ltd' }],
  },
]);

/** The same account, with a debit that takes that transfer back without its references. */
export const statementWithDebit = camt053([
  {
    iban: 'DE75512108001245126199',
    currency: 'EUR',
    lines: [{ amount: '-13.00', day: '2026-11-20', id: 'T3', text: 'recall' }],
  },
]);
