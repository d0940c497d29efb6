/** An independent reader of NACHA files. The reader counts, but checks nothing. */
declare module '@midlandsbank/node-nacha' {
  type Entry = {
    readonly transactionCode: string;
    readonly receivingDFIIdentification: number;
    readonly checkDigit: number;
    readonly dfiAccount: string;
    readonly amount: number;
    readonly identificationNumber: string;
    readonly receivingCompanyName: string;
    readonly traceNumber: number;
    readonly addenda?: { readonly type: string; readonly info: string };
  };
  type Footer = {
    readonly entryAndAddendaCount: number;
    readonly entryHash: number;
    readonly totalDebit: number;
    readonly totalCredit: number;
  };
  type Batch = {
    readonly serviceClassCode: number;
    readonly companyId: string;
    readonly entryClassCode: string;
    readonly effectiveDate: string;
    readonly entries: readonly Entry[];
    readonly footer: Footer;
  };
  type NachaObject = {
    readonly file: {
      readonly destination: string;
      readonly origin: string;
      readonly creationDate: string;
      readonly creationTime: string;
      readonly footer: Footer & { readonly batchCount: number; readonly blockCount: number };
    };
    readonly batches: readonly Batch[];
  };
  const nacha: { readonly from: (text: string) => { readonly data: NachaObject } };
  export default nacha;
}
