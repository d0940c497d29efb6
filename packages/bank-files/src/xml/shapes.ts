import { shapeOf, type Wanted } from './elements.ts';

// The elements to read in all versions. Version 01 has different names from 02, and version 08 has an additional level
// for parties.

const leaf: Wanted = {};
const code: Wanted = { Cd: leaf, Prtry: leaf };
const date: Wanted = { Dt: leaf, DtTm: leaf };
const transactionCode: Wanted = {
  Domn: { Cd: leaf, Fmly: { Cd: leaf, SubFmlyCd: leaf } },
  Prtry: { Cd: leaf },
};
const account: Wanted = {
  Id: { IBAN: leaf, BBAN: leaf, UPIC: leaf, Othr: { Id: leaf }, PrtryAcct: { Id: leaf } },
  Ccy: leaf,
  Nm: leaf,
  Ownr: { Nm: leaf, Pty: { Nm: leaf } },
};
const party: Wanted = { Nm: leaf, Pty: { Nm: leaf }, Agt: { FinInstnId: { Nm: leaf } } };
const amount: Wanted = { Amt: leaf };

const remittance: Wanted = {
  Ustrd: leaf,
  Strd: { CdtrRefInf: { Ref: leaf, CdtrRef: leaf }, RfrdDocInf: { Nb: leaf, RfrdDocNb: leaf }, AddtlRmtInf: leaf },
};

const batch: Wanted = { MsgId: leaf, PmtInfId: leaf };

const charge: Wanted = { Amt: leaf, CdtDbtInd: leaf, ChrgInclInd: leaf };
const charges: Wanted = { ...charge, TtlChrgsAndTaxAmt: leaf, Rcrd: charge };

const details: Wanted = {
  Refs: { ...batch, AcctSvcrRef: leaf, EndToEndId: leaf, TxId: leaf, ClrSysRef: leaf },
  Amt: leaf,
  CdtDbtInd: leaf,
  AmtDtls: { InstdAmt: amount, TxAmt: amount, CntrValAmt: amount },
  BkTxCd: transactionCode,
  Chrgs: charges,
  RltdPties: {
    Dbtr: party,
    DbtrAcct: account,
    UltmtDbtr: party,
    Cdtr: party,
    CdtrAcct: account,
    UltmtCdtr: party,
  },
  RmtInf: remittance,
  RtrInf: { OrgnlBkTxCd: leaf, Orgtr: leaf, Rsn: code, RtrRsn: code, AddtlInf: leaf, AddtlRtrRsnInf: leaf },
  AddtlTxInf: leaf,
};

const entry: Wanted = {
  NtryRef: leaf,
  Amt: leaf,
  CdtDbtInd: leaf,
  RvslInd: leaf,
  Sts: code,
  BookgDt: date,
  ValDt: date,
  AcctSvcrRef: leaf,
  BkTxCd: transactionCode,
  Chrgs: charges,
  NtryDtls: { Btch: batch, TxDtls: details },
  TxDtls: details, // version 01
  AddtlNtryInf: leaf,
};

const statement: Wanted = {
  ElctrncSeqNb: leaf,
  LglSeqNb: leaf,
  FrToDt: { FrDtTm: date, FrDt: date, ToDtTm: date, ToDt: date },
  Acct: account,
  Bal: { Tp: { CdOrPrtry: code, ...code }, Amt: leaf, CdtDbtInd: leaf, Dt: date },
  Ntry: entry,
};

/** The element of a statement in camt.052, camt.053 and camt.054. */
export const statementNames: ReadonlySet<string> = new Set(['Stmt', 'Rpt', 'Ntfctn']);

export const statementMessage = shapeOf({ Stmt: statement, Rpt: statement, Ntfctn: statement }, [
  ...statementNames,
  ...Object.keys(statement),
  'TxDtls',
]);

export const paymentMessage = shapeOf(
  {
    GrpHdr: { NbOfTxs: leaf, CtrlSum: leaf },
    PmtInf: {
      PmtInfId: leaf,
      ReqdExctnDt: date,
      DbtrAcct: account,
      CdtTrfTxInf: {
        PmtId: { InstrId: leaf, EndToEndId: leaf },
        Amt: { InstdAmt: leaf, EqvtAmt: amount },
        Cdtr: party,
        CdtrAcct: account,
        UltmtCdtr: party,
        RmtInf: remittance,
      },
    },
  },
  ['GrpHdr', 'PmtInf', 'PmtInfId', 'ReqdExctnDt', 'DbtrAcct', 'CdtTrfTxInf'],
);

const reason: Wanted = { Rsn: code, StsRsn: code, AddtlInf: leaf, AddtlStsRsnInf: leaf };
const transactionStatus: Wanted = {
  OrgnlInstrId: leaf,
  OrgnlEndToEndId: leaf,
  OrgnlUETR: leaf,
  TxSts: leaf,
  StsRsnInf: reason,
};

export const statusMessage = shapeOf(
  {
    OrgnlGrpInfAndSts: { OrgnlMsgId: leaf, GrpSts: leaf, StsRsnInf: reason },
    OrgnlPmtInfAndSts: { OrgnlPmtInfId: leaf, PmtInfSts: leaf, StsRsnInf: reason, TxInfAndSts: transactionStatus },
    TxInfAndSts: transactionStatus, // version 02
  },
  ['OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts', 'TxInfAndSts'],
);
