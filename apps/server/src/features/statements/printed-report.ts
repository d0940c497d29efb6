/** A column of a printed table. Widths are shares of the page's width. */
type Column = { readonly name: string; readonly share: number; readonly isFigure?: boolean };

type Row = {
  readonly cells: readonly string[];
  /** Lines of small print below the row, such as a digest. */
  readonly below?: readonly string[];
  readonly isStrong?: boolean;
};

export type PrintedTable = {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Printed instead of a table without rows. */
  readonly empty: string;
};

/** The texts of a report for operators. It contains no layout. */
export type PrintedReport = {
  readonly title: string;
  readonly subtitle: string;
  readonly facts: readonly {
    readonly name: string;
    readonly value: string;
    readonly second: string;
    readonly share: number;
  }[];
  /** The main figures in one line. */
  readonly figures: readonly (readonly [name: string, figure: string])[];
  readonly tables: readonly PrintedTable[];
  /** Printed below each page. */
  readonly about: string;
  readonly legal: string;
};
