type Fact = { readonly name: string; readonly value: string };

/** The texts of an invoice or a credit note. It contains no layout. */
export type PrintedInvoice = {
  readonly title: string;
  /** Empty for a draft. */
  readonly number: string;
  /** The name comes first. */
  readonly issuer: readonly string[];
  readonly customer: readonly string[];
  readonly facts: readonly Fact[];
  readonly lines: readonly {
    readonly description: string;
    readonly quantity: string;
    readonly unitPrice: string;
    readonly taxRate: string;
    readonly net: string;
  }[];
  readonly taxes: readonly { readonly rate: string; readonly net: string; readonly tax: string }[];
  readonly sums: readonly Fact[];
  readonly total: Fact;
  /** The paid, credited and open amounts. */
  readonly settled: readonly Fact[];
  readonly note: string | undefined;
  /** The payment page. Undefined if nothing is to be paid. */
  readonly link: string | undefined;
  readonly transfer:
    | {
        readonly facts: readonly Fact[];
        /** The content of the QR code for banking apps. */
        readonly qr: string | undefined;
      }
    | undefined;
};
